// Three matrix products: the product of A B and C D.
// run: 1 1 1 1 1
// run: 5 9 7 6 8
// run: 41 33 37 53 45
// bench: 800 900 1000 1100 1200
// bench-gpu: 1600 1800 2000 2200 2400
#include "../kernel.h"

static void three_products(int n, int m, int p, int q, int s, double A[n][p], double B[p][m], double C[m][s],
                           double D[s][q], double AB[n][m], double CD[m][q], double result[n][q])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            AB[i][j] = 0.0;
            for (int l = 0; l < p; l++)
                AB[i][j] += A[i][l] * B[l][j];
        }
    for (int i = 0; i < m; i++)
        for (int j = 0; j < q; j++) {
            CD[i][j] = 0.0;
            for (int l = 0; l < s; l++)
                CD[i][j] += C[i][l] * D[l][j];
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < q; j++) {
            result[i][j] = 0.0;
            for (int l = 0; l < m; l++)
                result[i][j] += AB[i][l] * CD[l][j];
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 16), m = kernel_size(argc, argv, 2, 18), p = kernel_size(argc, argv, 3, 20);
    int q = kernel_size(argc, argv, 4, 22), s = kernel_size(argc, argv, 5, 24);
    double(*A)[p] = kernel_doubles((size_t)n * p, -1, 1), (*B)[m] = kernel_doubles((size_t)p * m, -1, 1);
    double(*C)[s] = kernel_doubles((size_t)m * s, -1, 1), (*D)[q] = kernel_doubles((size_t)s * q, -1, 1);
    double(*AB)[m] = kernel_zeros((size_t)n * m, sizeof(double)),
    (*CD)[q] = kernel_zeros((size_t)m * q, sizeof(double));
    double(*result)[q] = kernel_zeros((size_t)n * q, sizeof(double));
    kernel_start();
    three_products(n, m, p, q, s, A, B, C, D, AB, CD, result);
    kernel_stop();
    kernel_hash(AB, sizeof(double[n][m]));
    kernel_hash(CD, sizeof(double[m][q]));
    kernel_hash(result, sizeof(double[n][q]));
    kernel_print(result[n / 2][q / 2]);
    free(A);
    free(B);
    free(C);
    free(D);
    free(AB);
    free(CD);
    free(result);
    return 0;
}
