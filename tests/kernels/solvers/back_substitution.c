// An upper triangular system solved from the last row up, the matrix in one dimension.
// run: 1
// run: 8
// run: 64
// gpu: with --shared-memory SIZES
// bench: 3000
#include "../kernel.h"

static void solve(int n, const double *restrict U, double *restrict x)
{
#pragma scop
    for (int i = n - 1; i >= 0; i--) {
        x[i] = x[i] / U[i * n + i];
        for (int j = 0; j < i; j++)
            x[j] -= U[j * n + i] * x[i];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 10);
    double *U = kernel_doubles((size_t)n * n, -1, 1), *x = kernel_doubles(n, -1, 1);
    for (int i = 0; i < n; i++)
        U[(size_t)i * n + i] += n + 1;
    kernel_start();
    solve(n, U, x);
    kernel_stop();
    kernel_hash(x, sizeof(double[n]));
    kernel_print(x[0]);
    free(U);
    free(x);
    return 0;
}
