// Substitutions along the rows of a matrix, then along its columns, then back along the rows, again and again.
// run: 1 3
// run: 2 1
// run: 37 3
// gpu: with --device=h200 --wavefronts
// gpu: with --wavefronts --no-shared-memory
#include "../kernel.h"

static void sweep(int n, int steps, double A[restrict n][n], double B[restrict n][n])
{
#pragma scop
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < n; i++)
            for (int j = 1; j < n; j++)
                A[i][j] = A[i][j] - A[i][j - 1] * 0.3 / (2 + B[i][j - 1]);
        for (int j = 0; j < n; j++)
            for (int i = 1; i < n; i++)
                A[i][j] = A[i][j] - A[i - 1][j] * 0.5 / (3 + B[i - 1][j]);
        for (int i = 0; i < n; i++)
            for (int j = n - 2; j >= 0; j--)
                A[i][j] = (A[i][j] + A[i][j + 1] * 0.1) / 2;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 20), steps = kernel_size(argc, argv, 2, 6);
    double(*A)[n] = kernel_doubles((size_t)n * n, 0, 1), (*B)[n] = kernel_doubles((size_t)n * n, 0, 1);
    kernel_start();
    sweep(n, steps, A, B);
    kernel_stop();
    kernel_hash(A, sizeof(double[n][n]));
    kernel_print(A[n / 2][n / 2]);
    free(A);
    free(B);
    return 0;
}
