// Each item comes to a barrier, but not to the same.
// run: 8 2 4
// backward: error: kernel 'test': barrier not reached by all: some are at that of line 7, some at line 9
__kernel void test(__global int *a, __global int *b, int n)
{
    if (get_local_id(0) < 3)
        barrier(CLK_LOCAL_MEM_FENCE);
    else
        barrier(CLK_LOCAL_MEM_FENCE);
}
