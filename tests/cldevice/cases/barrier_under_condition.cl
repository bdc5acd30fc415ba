// Some items never come to the barrier.
// run: 8 2 4
// forward: error: kernel 'test': barrier not reached by all: that of line 8
// backward: error: kernel 'test': barrier not reached by all: that of line 8
__kernel void test(__global int *a, __global int *b, int n)
{
    if (get_local_id(0) < 3)
        barrier(CLK_LOCAL_MEM_FENCE);
    a[0] = 1;
}
