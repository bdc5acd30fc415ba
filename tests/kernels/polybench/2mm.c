// Two matrix products in a row: D = alpha A B C + beta D.
// run: 1 1 1 1
// run: 5 9 7 6
// run: 41 47 37 53
// bench: 800 900 1100 1200
// bench-gpu: 1600 1800 2200 2400
#include "../kernel.h"

static void two_products(int n, int m, int p, int q, double alpha, double beta, double AB[restrict n][m],
                         double A[restrict n][p], double B[restrict p][m], double C[restrict m][q],
                         double D[restrict n][q])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            AB[i][j] = 0.0;
            for (int l = 0; l < p; l++)
                AB[i][j] += alpha * A[i][l] * B[l][j];
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < q; j++) {
            D[i][j] *= beta;
            for (int l = 0; l < m; l++)
                D[i][j] += AB[i][l] * C[l][j];
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 16), m = kernel_size(argc, argv, 2, 18);
    int p = kernel_size(argc, argv, 3, 22), q = kernel_size(argc, argv, 4, 24);
    double(*A)[p] = kernel_doubles((size_t)n * p, -1, 1), (*B)[m] = kernel_doubles((size_t)p * m, -1, 1);
    double(*C)[q] = kernel_doubles((size_t)m * q, -1, 1), (*D)[q] = kernel_doubles((size_t)n * q, -1, 1);
    double(*AB)[m] = kernel_zeros((size_t)n * m, sizeof(double));
    kernel_start();
    two_products(n, m, p, q, 1.5, 0.75, AB, A, B, C, D);
    kernel_stop();
    kernel_hash(AB, sizeof(double[n][m]));
    kernel_hash(D, sizeof(double[n][q]));
    kernel_print(D[n / 2][q / 2]);
    free(A);
    free(B);
    free(C);
    free(D);
    free(AB);
    return 0;
}
