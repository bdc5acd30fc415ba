// The same where items are coroutines.
// run: 4 1 4
// backward: error: kernel 'test': access outside of all buffers
__kernel void test(__global int *a, __global int *b, int n)
{
    barrier(CLK_LOCAL_MEM_FENCE);
    a[get_local_id(0) + 1] = 1;
}
