// The element before the first.
// run: 3 1 1
// backward: error: test: a write before the begin of a buffer of 12 bytes
__kernel void test(__global int *a, __global int *b, int n)
{
    a[-1] = 1;
}
