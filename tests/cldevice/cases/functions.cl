// A function is that of the type of its argument; abs gives what fits no int.
// run: 6 1 1
// backward: 1 0 1 5 1 1
struct pair {
    bool first;
    uchar second;
};

__kernel void test(__global int *restrict a, __global int (*restrict b)[1], int n)
{
    struct pair p = {256, (uchar)257};
    a[0] = sizeof(sqrt((float)2)) == sizeof(float) && sizeof(pow((double)2, (double)3)) == sizeof(double);
    a[1] = (double)sqrt((float)2) == sqrt((double)2);
    a[2] = fmax(sqrt(sqrt((double)16)), (double)1) == 2.0;
    a[3] = (int)abs((int)-5);
    a[4] = p.first;
    a[5] = p.second;
}
