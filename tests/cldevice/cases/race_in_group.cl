// An item reads what another one writes, with nothing between.
// run: 6 1 6
// forward: 1 2 3 4 5 6
// backward: 1 1 1 1 1 1
__kernel void test(__global int *restrict a, __global int *b, int n)
{
    const int i = get_local_id(0);
    a[i] = i ? a[i - 1] + 1 : 1;
}
