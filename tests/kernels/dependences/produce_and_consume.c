// Chains of loops that produce, change and consume one another's rows, shifted, reversed and of different lengths.
// run: 1 1
// run: 6 9
// run: 37 30
// bench: 3000 3000
#include "../kernel.h"

static void chain(int n, int m, double A[restrict n][m], double B[restrict n][m + 2], double C[restrict n + 1][m],
                  double sum[restrict n])
{
    double all;
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m + 2; j++)
            B[i][j] = j > 0 && j <= m ? A[n - 1 - i][j - 1] : 0.25;
    for (int i = 0; i <= n; i++)
        for (int j = 0; j < m; j++)
            C[i][j] = (i < n ? B[i][j] + B[i][j + 1] + B[i][j + 2] : 0) - (i > 0 ? B[i - 1][j + 1] : 0);
    all = 0;
    for (int i = 0; i < n; i++) {
        sum[i] = 0;
        for (int j = 0; j < m; j++)
            sum[i] += C[i][j] * C[i + 1][j];
        all += sum[i];
    }
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            A[i][j] = C[i + 1][m - 1 - j] - sum[i] / (1 + all * all);
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 7), m = kernel_size(argc, argv, 2, 8);
    double(*A)[m] = kernel_doubles((size_t)n * m, -1, 1), *sum = kernel_zeros(n, sizeof(double));
    double(*B)[m + 2] = kernel_zeros((size_t)n * (m + 2), sizeof(double));
    double(*C)[m] = kernel_zeros((size_t)(n + 1) * m, sizeof(double));
    kernel_start();
    chain(n, m, A, B, C, sum);
    kernel_stop();
    kernel_hash(A, sizeof(double[n][m]));
    kernel_hash(B, sizeof(double[n][m + 2]));
    kernel_hash(C, sizeof(double[n + 1][m]));
    kernel_hash(sum, sizeof(double[n]));
    kernel_print(A[n / 2][m / 2]);
    free(A);
    free(B);
    free(C);
    free(sum);
    return 0;
}
