// More items than the device has for a group.
// run: 3 1 1025
// backward: clEnqueueNDRangeKernel: status -54
__kernel void test(__global int *a, __global int *b, int n)
{
}
