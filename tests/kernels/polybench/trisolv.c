// A lower triangular system solved by forward substitution.
// run: 1
// run: 9
// run: 67
// bench: 2000
// bench-gpu: 4000
#include "../kernel.h"

static void trisolv(int n, double L[restrict n][n], double x[restrict n], double b[restrict n])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        x[i] = b[i];
        for (int j = 0; j < i; j++)
            x[i] -= L[i][j] * x[j];
        x[i] = x[i] / L[i][i];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 40);
    double(*L)[n] = kernel_doubles((size_t)n * n, -1, 1), *b = kernel_doubles(n, -1, 1);
    double *x = kernel_zeros(n, sizeof(double));
    for (int i = 0; i < n; i++)
        L[i][i] += n + 1;
    kernel_start();
    trisolv(n, L, x, b);
    kernel_stop();
    kernel_hash(x, sizeof(double[n]));
    kernel_print(x[n - 1]);
    free(L);
    free(x);
    free(b);
    return 0;
}
