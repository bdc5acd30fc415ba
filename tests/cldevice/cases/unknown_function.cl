// What OpenCL does not have, and C may.
// run: 3 1 1
// backward: clBuildProgram: status -11
__kernel void test(__global int *a, __global int *b, int n)
{
    a[0] = no_such_function(n);
}
