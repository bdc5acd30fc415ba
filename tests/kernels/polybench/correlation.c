// The matrix of correlations between the columns of a table.
// run: 2 1
// run: 9 7
// run: 61 43
// bench: 1400 1200
// bench-gpu: 3000 2600
#include "../kernel.h"

static void correlation(int rows, int cols, double table[restrict rows][cols], double corr[restrict cols][cols],
                        double mean[restrict cols], double spread[restrict cols])
{
#pragma scop
    for (int c = 0; c < cols; c++) {
        mean[c] = 0.0;
        for (int r = 0; r < rows; r++)
            mean[c] += table[r][c];
        mean[c] /= rows;
    }
    for (int c = 0; c < cols; c++) {
        spread[c] = 0.0;
        for (int r = 0; r < rows; r++)
            spread[c] += (table[r][c] - mean[c]) * (table[r][c] - mean[c]);
        spread[c] = sqrt(spread[c] / rows);
        spread[c] = spread[c] < 0.05 ? 1.0 : spread[c];
    }
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++) {
            table[r][c] -= mean[c];
            table[r][c] /= sqrt((double)rows) * spread[c];
        }
    for (int a = 0; a < cols - 1; a++) {
        corr[a][a] = 1.0;
        for (int b = a + 1; b < cols; b++) {
            corr[a][b] = 0.0;
            for (int r = 0; r < rows; r++)
                corr[a][b] += table[r][a] * table[r][b];
            corr[b][a] = corr[a][b];
        }
    }
    corr[cols - 1][cols - 1] = 1.0;
#pragma endscop
}

int main(int argc, char **argv)
{
    int rows = kernel_size(argc, argv, 1, 30), cols = kernel_size(argc, argv, 2, 20);
    double(*table)[cols] = kernel_doubles((size_t)rows * cols, 0, 4);
    double(*corr)[cols] = kernel_zeros((size_t)cols * cols, sizeof(double));
    double *mean = kernel_zeros(cols, sizeof(double)), *spread = kernel_zeros(cols, sizeof(double));
    kernel_start();
    correlation(rows, cols, table, corr, mean, spread);
    kernel_stop();
    kernel_hash(table, sizeof(double[rows][cols]));
    kernel_hash(corr, sizeof(double[cols][cols]));
    kernel_hash(mean, sizeof(double[cols]));
    kernel_hash(spread, sizeof(double[cols]));
    kernel_print(corr[cols / 2][cols / 3]);
    free(table);
    free(corr);
    free(mean);
    free(spread);
    return 0;
}
