// There is a barrier, and one too few.
// run: 4 1 4
// forward: 2 2 2 1
// backward: 4 3 2 1
__kernel void test(__global int *a, __global int *b, int n)
{
    const int i = get_local_id(0);
    a[i] = 1;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (i < 3)
        a[i] += a[i + 1];
}
