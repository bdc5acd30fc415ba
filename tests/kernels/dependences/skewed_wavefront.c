// Each element from the one above to the right and the one to the left: only slanted lines are independent.
// run: 2 1
// run: 7 9
// run: 45 38
// gpu: with --shared-memory SIZES
// gpu: hexagons
// bench: 4000 4000
#include "../kernel.h"

static void fill(int n, int m, double A[restrict n][m], double B[restrict n][m])
{
#pragma scop
    for (int i = 1; i < n; i++)
        for (int j = 1; j < m - 1; j++) {
            A[i][j] = 0.5 * A[i - 1][j + 1] + 0.25 * A[i][j - 1] + 0.375 * B[i - 1][j];
            B[i][j] = A[i][j] - 0.5 * B[i][j - 1];
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 8), m = kernel_size(argc, argv, 2, 9);
    double(*A)[m] = kernel_doubles((size_t)n * m, -1, 1), (*B)[m] = kernel_doubles((size_t)n * m, -1, 1);
    kernel_start();
    fill(n, m, A, B);
    kernel_stop();
    kernel_hash(A, sizeof(double[n][m]));
    kernel_hash(B, sizeof(double[n][m]));
    kernel_print(B[n - 1][m / 2]);
    free(A);
    free(B);
    return 0;
}
