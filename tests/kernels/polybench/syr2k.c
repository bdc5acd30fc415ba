// The lower half of C = alpha (A B' + B A') + beta C.
// run: 1 1
// run: 9 7
// run: 59 47
// gpu: with --device=h200
// bench: 1200 1000
// bench-gpu: 2600 2000
#include "../kernel.h"

static void syr2k(int n, int m, double alpha, double beta, double C[restrict n][n], double A[restrict n][m],
                  double B[restrict n][m])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++)
            C[i][j] *= beta;
        for (int l = 0; l < m; l++)
            for (int j = 0; j <= i; j++)
                C[i][j] += A[j][l] * alpha * B[i][l] + B[j][l] * alpha * A[i][l];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 24), m = kernel_size(argc, argv, 2, 20);
    double(*A)[m] = kernel_doubles((size_t)n * m, -1, 1), (*B)[m] = kernel_doubles((size_t)n * m, -1, 1);
    double(*C)[n] = kernel_doubles((size_t)n * n, -1, 1);
    kernel_start();
    syr2k(n, m, 1.5, 1.25, C, A, B);
    kernel_stop();
    kernel_hash(C, sizeof(double[n][n]));
    kernel_print(C[n / 2][n / 3]);
    free(A);
    free(B);
    free(C);
    return 0;
}
