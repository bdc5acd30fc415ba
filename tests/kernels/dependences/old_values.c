// Loops that read what later iterations overwrite: the values from before the region, from a copy of them.
// run: 1
// run: 2
// run: 9
// run: 50
// bench: 1000
// gpu: not PoCL --device=h200 the optimizer of PoCL 3.1 makes wrong code of it; without it, and on Oclgrind, the result is right
#include "../kernel.h"

static void shift(int n, double x[restrict n], double y[restrict n], double A[restrict n][n], double B[restrict n][n],
                  double C[restrict n][n])
{
#pragma scop
    for (int i = 0; i < n - 1; i++)
        x[i] = 0.5 * x[i + 1] + i;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = i + 1; k < n; k++)
                A[i][j] += B[k][i] * A[k][j];
    for (int i = 0; i < n; i++) {
        for (int j = i + 1; j < n; j++)
            y[i] += C[i][j] * y[j];
        y[i] *= 1.25;
    }
    for (int i = 0; i < n - 2; i++)
        for (int j = 0; j < n - 1; j++)
            C[i][j] = C[i + 1][j + 1] - 0.5 * C[i + 2][j] + C[i][j];
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 12);
    double *x = kernel_doubles(n, -1, 1), *y = kernel_doubles(n, -1, 1);
    double(*A)[n] = kernel_doubles((size_t)n * n, -1, 1), (*B)[n] = kernel_doubles((size_t)n * n, -1, 1);
    double(*C)[n] = kernel_doubles((size_t)n * n, -1, 1);
    kernel_start();
    shift(n, x, y, A, B, C);
    kernel_stop();
    kernel_hash(x, sizeof(double[n]));
    kernel_hash(y, sizeof(double[n]));
    kernel_hash(A, sizeof(double[n][n]));
    kernel_hash(C, sizeof(double[n][n]));
    kernel_print(A[n / 2][n / 2] + x[0] + y[0]);
    free(x);
    free(y);
    free(A);
    free(B);
    free(C);
    return 0;
}
