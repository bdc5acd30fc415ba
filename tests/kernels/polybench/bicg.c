// A matrix applied to one vector and its transpose to another, in one pass over the matrix.
// run: 1 1
// run: 5 9
// run: 67 53
// bench: 2100 1900
// bench-gpu: 2200 1800
#include "../kernel.h"

static void bicg(int n, int m, double A[restrict n][m], double left[restrict m], double right[restrict n],
                 double p[restrict m], double r[restrict n])
{
#pragma scop
    for (int j = 0; j < m; j++)
        left[j] = 0.0;
    for (int i = 0; i < n; i++) {
        right[i] = 0.0;
        for (int j = 0; j < m; j++) {
            left[j] += r[i] * A[i][j];
            right[i] += A[i][j] * p[j];
        }
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 42), m = kernel_size(argc, argv, 2, 38);
    double(*A)[m] = kernel_doubles((size_t)n * m, -1, 1), *p = kernel_doubles(m, -1, 1), *r = kernel_doubles(n, -1, 1);
    double *left = kernel_zeros(m, sizeof(double)), *right = kernel_zeros(n, sizeof(double));
    kernel_start();
    bicg(n, m, A, left, right, p, r);
    kernel_stop();
    kernel_hash(left, sizeof(double[m]));
    kernel_hash(right, sizeof(double[n]));
    kernel_print(left[m / 2] + right[n / 2]);
    free(A);
    free(p);
    free(r);
    free(left);
    free(right);
    return 0;
}
