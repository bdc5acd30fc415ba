// With all the barriers that it needs, the order is of no account: sums of neighbours, twice, in local memory.
// run: 8 2 4
// forward: 0 1 4 8 0 1 4 8
// backward: 0 1 4 8 0 1 4 8
// random:1: 0 1 4 8 0 1 4 8
// random:2: 0 1 4 8 0 1 4 8
__kernel void test(__global int *a, __global int *b, int n)
{
    __local int s[4];
    const int i = get_local_id(0);
    s[i] = i;
    for (int k = 0; k < 2; k++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const int sum = s[i] + (i > 0 ? s[i - 1] : 0);
        barrier(CLK_LOCAL_MEM_FENCE);
        s[i] = sum;
    }
    a[4 * get_group_id(0) + i] = s[i];
}
