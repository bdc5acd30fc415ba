// The general matrix product C = alpha A B + beta C.
// run: 1 1 1
// run: 7 13 5
// run: 47 53 61
// bench: 1000 1100 1200
// bench-gpu: 2000 2300 2600
#include "../kernel.h"

static void gemm(int n, int m, int inner, double alpha, double beta, double C[restrict n][m],
                 double A[restrict n][inner], double B[restrict inner][m])
{
#pragma scop
    for (int row = 0; row < n; row++) {
        for (int col = 0; col < m; col++)
            C[row][col] *= beta;
        for (int l = 0; l < inner; l++)
            for (int col = 0; col < m; col++)
                C[row][col] += alpha * A[row][l] * B[l][col];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 20), m = kernel_size(argc, argv, 2, 24), inner = kernel_size(argc, argv, 3, 28);
    double(*A)[inner] = kernel_doubles((size_t)n * inner, -1, 1);
    double(*B)[m] = kernel_doubles((size_t)inner * m, -1, 1);
    double(*C)[m] = kernel_doubles((size_t)n * m, -1, 1);
    kernel_start();
    gemm(n, m, inner, 1.25, 0.75, C, A, B);
    kernel_stop();
    kernel_hash(C, sizeof(double[n][m]));
    kernel_print(C[n / 2][m / 2]);
    free(A);
    free(B);
    free(C);
    return 0;
}
