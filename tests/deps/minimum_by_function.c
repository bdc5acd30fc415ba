/* x = fmin(x, e). */
#include <math.h>
void f(int n, const double *restrict a, double *restrict least)
{
#pragma scop
    for (int i = 0; i < n; i++)
        *least = fmin(*least, a[i]);
#pragma endscop
}
