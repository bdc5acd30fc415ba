// Sums over growing parts of a table: of each triangle in front of an element, by rows, columns and diagonals.
// run: 1
// run: 7
// run: 40
#include "../kernel.h"

static void sums(int n, double A[restrict n][n], double row[restrict n][n], double diagonal[restrict 2 * n - 1],
                 double *restrict total)
{
    double sum;
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            row[i][j] = 0;
            for (int k = j; k <= i; k++)
                row[i][j] += A[i][k];
        }
    for (int d = 0; d < 2 * n - 1; d++)
        diagonal[d] = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            diagonal[i - j + n - 1] += A[i][j];
    sum = 0;
    for (int i = 0; i < n; i++) {
        double part = 0;
        for (int j = 0; j <= i; j++)
            part += row[i][j];
        sum += part * diagonal[i];
    }
    *total = sum;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 8);
    double(*A)[n] = kernel_doubles((size_t)n * n, -1, 1), (*row)[n] = kernel_zeros((size_t)n * n, sizeof(double));
    double *diagonal = kernel_zeros(2 * n - 1, sizeof(double)), total;
    kernel_start();
    sums(n, A, row, diagonal, &total);
    kernel_stop();
    kernel_hash(row, sizeof(double[n][n]));
    kernel_hash(diagonal, sizeof(double[2 * n - 1]));
    kernel_print(total);
    free(A);
    free(row);
    free(diagonal);
    return 0;
}
