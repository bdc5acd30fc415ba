// Each row shifted and scaled to mean 0 and spread 1, then scaled and shifted by what was learned, and activated.
// gpu: inexact tanh
// run: 1 1
// run: 5 7
// run: 33 47
// bench: 2000 2000
#include "../kernel.h"

static void normalise(int n, int m, double x[restrict n][m], double gain[restrict m], double shift[restrict m],
                      double y[restrict n][m])
{
    double mean, spread;
#pragma scop
    for (int i = 0; i < n; i++) {
        mean = 0.0;
        for (int j = 0; j < m; j++)
            mean += x[i][j];
        mean /= m;
        spread = 0.0;
        for (int j = 0; j < m; j++)
            spread += (x[i][j] - mean) * (x[i][j] - mean);
        spread = 1.0 / sqrt(spread / m + 1e-5);
        for (int j = 0; j < m; j++) {
            y[i][j] = gain[j] * ((x[i][j] - mean) * spread) + shift[j];
            y[i][j] = 0.5 * y[i][j] * (1.0 + tanh(0.75 * y[i][j]));
        }
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 6), m = kernel_size(argc, argv, 2, 9);
    double(*x)[m] = kernel_doubles((size_t)n * m, -2, 3), (*y)[m] = kernel_zeros((size_t)n * m, sizeof(double));
    double *gain = kernel_doubles(m, 0.5, 1.5), *shift = kernel_doubles(m, -0.5, 0.5);
    kernel_start();
    normalise(n, m, x, gain, shift, y);
    kernel_stop();
    kernel_hash(y, sizeof(double[n][m]));
    kernel_print(y[n / 2][m / 2]);
    free(x);
    free(y);
    free(gain);
    free(shift);
    return 0;
}
