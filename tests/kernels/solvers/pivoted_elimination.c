// Gauss's elimination with the largest pivot of each column: the rows to exchange are found in the data.
// run: 1
// run: 7
// run: 40
// gpu: with --shared-memory SIZES
#include "../kernel.h"

static void eliminate(int n, double A[restrict n][n], int row[restrict n])
{
#pragma scop
    for (int k = 0; k < n; k++) {
        row[k] = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(A[i][k]) > fabs(A[row[k]][k]))
                row[k] = i;
        for (int j = 0; j < n; j++) {
            double kept = A[k][j];
            A[k][j] = A[row[k]][j];
            A[row[k]][j] = kept;
        }
        for (int i = k + 1; i < n; i++) {
            A[i][k] /= A[k][k];
            for (int j = k + 1; j < n; j++)
                A[i][j] -= A[i][k] * A[k][j];
        }
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 9);
    double(*A)[n] = kernel_doubles((size_t)n * n, -1, 1);
    int *row = kernel_zeros(n, sizeof(int));
    kernel_start();
    eliminate(n, A, row);
    kernel_stop();
    kernel_hash(A, sizeof(double[n][n]));
    kernel_hash(row, sizeof(int[n]));
    kernel_print(A[n - 1][n - 1]);
    free(A);
    free(row);
    return 0;
}
