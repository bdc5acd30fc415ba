// A symmetric system solved by conjugate gradients with a fixed number of steps: sums that the next loops need.
// run: 1 1
// run: 6 3
// run: 50 9
// gpu: with --shared-memory SIZES
// bench: 1500 30
#include "../kernel.h"

static double solve(int n, int steps, double A[restrict n][n], double x[restrict n], double r[restrict n],
                    double p[restrict n], double q[restrict n])
{
    double left, before, along;
#pragma scop
    left = 0;
    for (int i = 0; i < n; i++) {
        p[i] = r[i];
        left += r[i] * r[i];
    }
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < n; i++) {
            q[i] = 0;
            for (int j = 0; j < n; j++)
                q[i] += A[i][j] * p[j];
        }
        along = 1e-30;
        for (int i = 0; i < n; i++)
            along += p[i] * q[i];
        before = left + 1e-30;
        left = 0;
        for (int i = 0; i < n; i++) {
            x[i] += before / along * p[i];
            r[i] -= before / along * q[i];
            left += r[i] * r[i];
        }
        for (int i = 0; i < n; i++)
            p[i] = r[i] + left / before * p[i];
    }
#pragma endscop
    return left;
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 10), steps = kernel_size(argc, argv, 2, 4);
    double(*A)[n] = kernel_doubles((size_t)n * n, -1, 1), *x = kernel_zeros(n, sizeof(double));
    double *r = kernel_doubles(n, -1, 1), *p = kernel_zeros(n, sizeof(double)), *q = kernel_zeros(n, sizeof(double));
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++)
            A[i][j] = A[j][i];
        A[i][i] = n;
    }
    kernel_start();
    double left = solve(n, steps, A, x, r, p, q);
    kernel_stop();
    kernel_hash(x, sizeof(double[n]));
    kernel_hash(r, sizeof(double[n]));
    kernel_hash(p, sizeof(double[n]));
    kernel_hash(q, sizeof(double[n]));
    kernel_print(left);
    free(A);
    free(x);
    free(r);
    free(p);
    free(q);
    return 0;
}
