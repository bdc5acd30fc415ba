// The product with the transpose of a lower triangular matrix with ones on its diagonal, in place: B = alpha A' B.
// run: 1 1
// run: 7 9
// run: 47 59
// bench: 1000 1200
// bench-gpu: 2000 2600
#include "../kernel.h"

static void trmm(int n, int m, double alpha, double A[restrict n][n], double B[restrict n][m])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            for (int l = i + 1; l < n; l++)
                B[i][j] += A[l][i] * B[l][j];
            B[i][j] = alpha * B[i][j];
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 20), m = kernel_size(argc, argv, 2, 24);
    double(*A)[n] = kernel_doubles((size_t)n * n, -1, 1), (*B)[m] = kernel_doubles((size_t)n * m, -1, 1);
    kernel_start();
    trmm(n, m, 1.5, A, B);
    kernel_stop();
    kernel_hash(B, sizeof(double[n][m]));
    kernel_print(B[n / 2][m / 2]);
    free(A);
    free(B);
    return 0;
}
