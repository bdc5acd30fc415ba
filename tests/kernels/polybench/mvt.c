// A matrix times one vector and its transpose times another, added to two results.
// run: 1
// run: 9
// run: 65
// gpu: Oclgrind --device=h200 --shared-memory
// bench: 2000
// bench-gpu: 4000
#include "../kernel.h"

static void mvt(int n, double A[n][n], double x[n], double y[n], double p[n], double q[n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            x[i] += A[i][j] * p[j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            y[i] += A[j][i] * q[j];
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 40);
    double(*A)[n] = kernel_doubles((size_t)n * n, -1, 1), *x = kernel_doubles(n, -1, 1), *y = kernel_doubles(n, -1, 1);
    double *p = kernel_doubles(n, -1, 1), *q = kernel_doubles(n, -1, 1);
    kernel_start();
    mvt(n, A, x, y, p, q);
    kernel_stop();
    kernel_hash(x, sizeof(double[n]));
    kernel_hash(y, sizeof(double[n]));
    kernel_print(x[n / 2] + y[n / 2]);
    free(A);
    free(x);
    free(y);
    free(p);
    free(q);
    return 0;
}
