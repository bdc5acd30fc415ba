// Triangular factors column by column, each from all columns before it; then those of the transpose, row by row.
// run: 1
// run: 8
// run: 45
// bench: 1000
#include "../kernel.h"

static void factor(int n, double A[restrict n][n], double B[restrict n][n])
{
#pragma scop
    for (int j = 0; j < n; j++) {
        for (int k = 0; k < j; k++)
            for (int i = k + 1; i < n; i++)
                A[i][j] -= A[i][k] * A[k][j];
        for (int i = j + 1; i < n; i++)
            A[i][j] /= A[j][j];
    }
    for (int k = 0; k < n; k++) {
        for (int j = k + 1; j < n; j++)
            B[k][j] /= B[k][k];
        for (int i = k + 1; i < n; i++)
            for (int j = k + 1; j < n; j++)
                B[i][j] -= B[i][k] * B[k][j];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 10);
    double(*A)[n] = kernel_doubles((size_t)n * n, -1, 1), (*B)[n] = kernel_doubles((size_t)n * n, -1, 1);
    for (int i = 0; i < n; i++) {
        A[i][i] += n + 1;
        B[i][i] += n + 1;
    }
    kernel_start();
    factor(n, A, B);
    kernel_stop();
    kernel_hash(A, sizeof(double[n][n]));
    kernel_hash(B, sizeof(double[n][n]));
    kernel_print(A[n - 1][n - 1] + B[n - 1][n - 1]);
    free(A);
    free(B);
    return 0;
}
