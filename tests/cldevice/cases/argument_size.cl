// The program hands over an int.
// run: 3 1 1
// backward: clSetKernelArg 2: status -51
__kernel void test(__global int *a, __global int *b, long n)
{
    a[0] = n;
}
