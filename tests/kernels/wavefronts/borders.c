// A plane averaged to and fro; each time step ends with borders copied from what it has just computed.
// run: 3 1
// run: 4 7
// run: 39 6
// gpu: with --device=h200 --wavefronts
// gpu: with --wavefronts --tile-size=3
#include "../kernel.h"

static void average(int n, int steps, double A[restrict n][n], double B[restrict n][n])
{
#pragma scop
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                B[i][j] = 0.2 * (A[i][j] + A[i - 1][j] + A[i + 1][j] + A[i][j - 1] + A[i][j + 1]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                A[i][j] = 0.2 * (B[i][j] + B[i - 1][j] + B[i + 1][j] + B[i][j - 1] + B[i][j + 1]);
        for (int i = 0; i < n; i++) {
            A[i][0] = A[i][n - 2];
            A[i][n - 1] = A[i][1];
            A[0][i] = 0;
        }
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 20), steps = kernel_size(argc, argv, 2, 6);
    double(*A)[n] = kernel_doubles((size_t)n * n, 0, 1), (*B)[n] = kernel_doubles((size_t)n * n, 0, 1);
    kernel_start();
    average(n, steps, A, B);
    kernel_stop();
    kernel_hash(A, sizeof(double[n][n]));
    kernel_print(A[n / 2][n / 2]);
    free(A);
    free(B);
    return 0;
}
