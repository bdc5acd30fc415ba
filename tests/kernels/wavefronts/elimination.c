// Elimination without pivots of a system with several right-hand sides: tiles behind the current row and column need no barriers.
// run: 1 1
// run: 9 2
// run: 101 35
// gpu: with --device=h200 --wavefronts
// gpu: with --wavefronts --no-shared-memory --tile-size=6
// gpu: cuda --wavefronts
#include "../kernel.h"

static void eliminate(int n, int m, double A[n][n + m])
{
#pragma scop
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            A[i][k] /= A[k][k];
            for (int j = k + 1; j < n + m; j++)
                A[i][j] -= A[i][k] * A[k][j];
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 30), m = kernel_size(argc, argv, 2, 4);
    double(*A)[n + m] = kernel_doubles((size_t)n * (n + m), 0, 1);
    for (int i = 0; i < n; i++)
        A[i][i] += n;
    kernel_start();
    eliminate(n, m, A);
    kernel_stop();
    kernel_hash(A, sizeof(double[n][n + m]));
    kernel_print(A[n - 1][n + m - 1]);
    free(A);
    return 0;
}
