// A matrix changed by two outer products; its transpose, then the matrix itself, applied to vectors.
// run: 1
// run: 9
// run: 65
// gpu: with --device=h200 --reassociate
// bench: 2000
// bench-gpu: 4000
#include "../kernel.h"

static void gemver(int n, double alpha, double beta, double A[restrict n][n], double u1[restrict n],
                   double v1[restrict n], double u2[restrict n], double v2[restrict n], double w[restrict n],
                   double x[restrict n], double y[restrict n], double z[restrict n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            A[i][j] = A[i][j] + u1[i] * v1[j] + u2[i] * v2[j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            x[i] = x[i] + beta * A[j][i] * y[j];
    for (int i = 0; i < n; i++)
        x[i] = x[i] + z[i];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            w[i] = w[i] + alpha * A[i][j] * x[j];
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 40);
    double(*A)[n] = kernel_doubles((size_t)n * n, -1, 1);
    double *u1 = kernel_doubles(n, -1, 1), *v1 = kernel_doubles(n, -1, 1), *u2 = kernel_doubles(n, -1, 1);
    double *v2 = kernel_doubles(n, -1, 1), *w = kernel_zeros(n, sizeof(double)), *x = kernel_zeros(n, sizeof(double));
    double *y = kernel_doubles(n, -1, 1), *z = kernel_doubles(n, -1, 1);
    kernel_start();
    gemver(n, 1.5, 1.25, A, u1, v1, u2, v2, w, x, y, z);
    kernel_stop();
    kernel_hash(A, sizeof(double[n][n]));
    kernel_hash(w, sizeof(double[n]));
    kernel_hash(x, sizeof(double[n]));
    kernel_print(w[n / 2]);
    free(A);
    free(u1);
    free(v1);
    free(u2);
    free(v2);
    free(w);
    free(x);
    free(y);
    free(z);
    return 0;
}
