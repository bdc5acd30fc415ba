// A linear system solved: triangular factors in place of the matrix, then substitution forward and back.
// run: 1
// run: 9
// run: 61
// bench: 1500
// bench-gpu: 4000
#include "../kernel.h"

static void ludcmp(int n, double A[restrict n][n], double b[restrict n], double x[restrict n], double y[restrict n])
{
    double rest;
#pragma scop
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            rest = A[i][j];
            for (int l = 0; l < j; l++)
                rest -= A[i][l] * A[l][j];
            A[i][j] = rest / A[j][j];
        }
        for (int j = i; j < n; j++) {
            rest = A[i][j];
            for (int l = 0; l < i; l++)
                rest -= A[i][l] * A[l][j];
            A[i][j] = rest;
        }
    }
    for (int i = 0; i < n; i++) {
        rest = b[i];
        for (int j = 0; j < i; j++)
            rest -= A[i][j] * y[j];
        y[i] = rest;
    }
    for (int i = n - 1; i >= 0; i--) {
        rest = y[i];
        for (int j = i + 1; j < n; j++)
            rest -= A[i][j] * x[j];
        x[i] = rest / A[i][i];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 40);
    double(*A)[n] = kernel_doubles((size_t)n * n, -1, 1), *b = kernel_doubles(n, -1, 1);
    double *x = kernel_zeros(n, sizeof(double)), *y = kernel_zeros(n, sizeof(double));
    for (int i = 0; i < n; i++)
        A[i][i] += n + 1;
    kernel_start();
    ludcmp(n, A, b, x, y);
    kernel_stop();
    kernel_hash(A, sizeof(double[n][n]));
    kernel_hash(x, sizeof(double[n]));
    kernel_hash(y, sizeof(double[n]));
    kernel_print(x[n / 2]);
    free(A);
    free(b);
    free(x);
    free(y);
    return 0;
}
