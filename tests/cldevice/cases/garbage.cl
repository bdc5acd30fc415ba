// What nobody has written: a buffer, local memory after another group had it, private memory.
// run: 6 2 1
// backward: 2139062143 2139062143 2139062143 2139062143 2139062143 2139062143
// random:1: -1 -1 -1 -1 -1 -1
// random:2: 2139062143 2139062143 2139062143 2139062143 2139062143 2139062143
__kernel void test(__global int *a, __global int *b, int n)
{
    const int g = get_group_id(0);
    __local int s[10];
    int p[10];
    a[3 * g] = b[0];
    a[3 * g + 1] = s[4];
    a[3 * g + 2] = p[4];
    for (int i = 0; i < 10; i++)
        s[i] = p[i] = 1;
}
