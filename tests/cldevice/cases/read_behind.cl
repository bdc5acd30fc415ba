// One element too many is only read.
// run: 3 1 1
// backward: error: kernel 'test': access outside of all buffers
__kernel void test(__global int *a, __global int *b, int n)
{
    a[0] = a[n];
}
