// A star of eight neighbours in four dimensions, from one array to the other.
// run: 2 2
// run: 4 3
// run: 9 2
// gpu: hexagons
// bench: 36 10
#include "../kernel.h"

static void sweep(int n, int steps, double A[restrict n][n][n][n], double B[restrict n][n][n][n])
{
#pragma scop
    for (int t = 0; t < steps; t++) {
        for (int h = 1; h < n - 1; h++)
            for (int i = 1; i < n - 1; i++)
                for (int j = 1; j < n - 1; j++)
                    for (int k = 1; k < n - 1; k++)
                        B[h][i][j][k] = 0.5 * A[h][i][j][k] +
                                        0.0625 * (A[h - 1][i][j][k] + A[h + 1][i][j][k] + A[h][i - 1][j][k] +
                                                  A[h][i + 1][j][k] + A[h][i][j - 1][k] + A[h][i][j + 1][k] +
                                                  A[h][i][j][k - 1] + A[h][i][j][k + 1]);
        for (int h = 1; h < n - 1; h++)
            for (int i = 1; i < n - 1; i++)
                for (int j = 1; j < n - 1; j++)
                    for (int k = 1; k < n - 1; k++)
                        A[h][i][j][k] = B[h][i][j][k];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 5), steps = kernel_size(argc, argv, 2, 2);
    size_t cells = (size_t)n * n * n * n;
    double(*A)[n][n][n] = kernel_doubles(cells, -1, 1), (*B)[n][n][n] = kernel_doubles(cells, -1, 1);
    kernel_start();
    sweep(n, steps, A, B);
    kernel_stop();
    kernel_hash(A, sizeof(double[n][n][n][n]));
    kernel_hash(B, sizeof(double[n][n][n][n]));
    kernel_print(A[n / 2][n / 2][n / 2][n / 2]);
    free(A);
    free(B);
    return 0;
}
