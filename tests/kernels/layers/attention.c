// Attention of each place to those before it: products of queries and keys, made shares of one, weigh the values.
// gpu: inexact exp
// run: 1 1
// run: 6 5
// run: 43 17
// gpu: with --shared-memory SIZES
// bench: 700 64
#include "../kernel.h"

static void attend(int n, int d, double Q[restrict n][d], double K[restrict n][d], double V[restrict n][d],
                   double share[restrict n][n], double out[restrict n][d])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
            share[i][j] = 0;
            for (int k = 0; k < d; k++)
                share[i][j] += Q[i][k] * K[j][k];
            share[i][j] /= sqrt((double)d);
        }
        double top = share[i][0];
        for (int j = 1; j <= i; j++)
            top = fmax(top, share[i][j]);
        double sum = 0;
        for (int j = 0; j <= i; j++) {
            share[i][j] = exp(share[i][j] - top);
            sum += share[i][j];
        }
        for (int j = 0; j <= i; j++)
            share[i][j] /= sum;
        for (int k = 0; k < d; k++) {
            out[i][k] = 0;
            for (int j = 0; j <= i; j++)
                out[i][k] += share[i][j] * V[j][k];
        }
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 10), d = kernel_size(argc, argv, 2, 8);
    double(*Q)[d] = kernel_doubles((size_t)n * d, -1, 1), (*K)[d] = kernel_doubles((size_t)n * d, -1, 1);
    double(*V)[d] = kernel_doubles((size_t)n * d, -1, 1), (*out)[d] = kernel_zeros((size_t)n * d, sizeof(double));
    double(*share)[n] = kernel_zeros((size_t)n * n, sizeof(double));
    kernel_start();
    attend(n, d, Q, K, V, share, out);
    kernel_stop();
    kernel_hash(share, sizeof(double[n][n]));
    kernel_hash(out, sizeof(double[n][d]));
    kernel_print(out[n / 2][d / 2]);
    free(Q);
    free(K);
    free(V);
    free(out);
    free(share);
    return 0;
}
