// The product with a symmetric matrix of which only the lower half is read: C = alpha A B + beta C.
// worse-than-isl: the outer bands are deeper, since all four statements share one
// run: 1 1
// run: 7 9
// run: 47 59
// bench: 1000 1200
// bench-gpu: 2000 2600
#include "../kernel.h"

static void symm(int n, int m, double alpha, double beta, double C[restrict n][m], double A[restrict n][n],
                 double B[restrict n][m])
{
    double above;
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            above = 0;
            for (int l = 0; l < i; l++) {
                C[l][j] += alpha * B[i][j] * A[i][l];
                above += B[l][j] * A[i][l];
            }
            C[i][j] = beta * C[i][j] + alpha * B[i][j] * A[i][i] + alpha * above;
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 20), m = kernel_size(argc, argv, 2, 24);
    double(*A)[n] = kernel_doubles((size_t)n * n, -1, 1), (*B)[m] = kernel_doubles((size_t)n * m, -1, 1);
    double(*C)[m] = kernel_doubles((size_t)n * m, -1, 1);
    kernel_start();
    symm(n, m, 1.5, 1.25, C, A, B);
    kernel_stop();
    kernel_hash(C, sizeof(double[n][m]));
    kernel_print(C[n / 2][m / 2]);
    free(A);
    free(B);
    free(C);
    return 0;
}
