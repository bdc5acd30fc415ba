#include <stdio.h>
#include <stdlib.h>

void axpy(int n, double a, const double *x, int incx, double *y, int incy);
void copy(int n, const float *restrict x, int incx, float *restrict y, int incy);
void scale(long n, double a, double *x, long incx);
void columns(int n, int m, double *x, int ld, int step);

static double d[4000];
static float f[4000];

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 20;
    for (int i = 0; i < 4000; i++) {
        d[i] = i % 11 * 0.5;
        f[i] = (float)(i % 13) / 4;
    }
    for (int incx = -3; incx < 4; incx++)
        for (int incy = -3; incy < 4; incy++) {
            axpy(n, 0.25, d + 1000, incx, d + 2000, incy);
            axpy(n, 0.125, d + 1000, incx, d + 1001, incy);
            copy(n, f + 1000, incx, f + 2000, incy);
            scale(n, 1.5, d + 500, incx);
            columns(n, 4, d + 2500, incx * 30, incy);
        }
    double sum = 0;
    for (int i = 0; i < 4000; i++) {
        sum = sum * 0.75 + d[i] + f[i];
        printf("%a\n", sum);
    }
    return 0;
}
