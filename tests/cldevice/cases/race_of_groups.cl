// A group reads what another one writes.
// run: 6 3 2
// forward: 1 1 2 2 3 3
// backward: 1 1 1 1 1 1
__kernel void test(__global int *a, __global int *b, int n)
{
    const int g = get_group_id(0), i = 2 * g + get_local_id(0);
    a[i] = g ? a[i - 2] + 1 : 1;
}
