// One element too many.
// run: 3 1 1
// backward: error: kernel 'test': access outside of all buffers
__kernel void test(__global int *a, __global int *b, int n)
{
    for (int i = 0; i <= n; i++)
        a[i] = i;
}
