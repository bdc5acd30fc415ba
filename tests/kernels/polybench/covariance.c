// The matrix of covariances between the columns of a table.
// run: 2 1
// run: 9 7
// run: 61 43
// gpu: with --device=h200
// bench: 1400 1200
// bench-gpu: 3000 2600
#include "../kernel.h"

static void covariance(int rows, int cols, double table[rows][cols], double cov[cols][cols], double mean[cols])
{
#pragma scop
    for (int c = 0; c < cols; c++) {
        mean[c] = 0.0;
        for (int r = 0; r < rows; r++)
            mean[c] += table[r][c];
        mean[c] /= rows;
    }
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++)
            table[r][c] -= mean[c];
    for (int a = 0; a < cols; a++)
        for (int b = a; b < cols; b++) {
            cov[a][b] = 0.0;
            for (int r = 0; r < rows; r++)
                cov[a][b] += table[r][a] * table[r][b];
            cov[a][b] /= rows - 1.0;
            cov[b][a] = cov[a][b];
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    int rows = kernel_size(argc, argv, 1, 30), cols = kernel_size(argc, argv, 2, 20);
    double(*table)[cols] = kernel_doubles((size_t)rows * cols, 0, 4);
    double(*cov)[cols] = kernel_zeros((size_t)cols * cols, sizeof(double));
    double *mean = kernel_zeros(cols, sizeof(double));
    kernel_start();
    covariance(rows, cols, table, cov, mean);
    kernel_stop();
    kernel_hash(table, sizeof(double[rows][cols]));
    kernel_hash(cov, sizeof(double[cols][cols]));
    kernel_hash(mean, sizeof(double[cols]));
    kernel_print(cov[cols / 2][cols / 3]);
    free(table);
    free(cov);
    free(mean);
    return 0;
}
