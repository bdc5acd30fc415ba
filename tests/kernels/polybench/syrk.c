// The lower half of C = alpha A A' + beta C.
// run: 1 1
// run: 9 7
// run: 59 47
// gpu: Oclgrind --device=h200 --shared-memory
// bench: 1200 1000
// bench-gpu: 2600 2000
#include "../kernel.h"

static void syrk(int n, int m, double alpha, double beta, double C[n][n], double A[n][m])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++)
            C[i][j] *= beta;
        for (int l = 0; l < m; l++)
            for (int j = 0; j <= i; j++)
                C[i][j] += alpha * A[i][l] * A[j][l];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 24), m = kernel_size(argc, argv, 2, 20);
    double(*A)[m] = kernel_doubles((size_t)n * m, -1, 1), (*C)[n] = kernel_doubles((size_t)n * n, -1, 1);
    kernel_start();
    syrk(n, m, 1.5, 1.25, C, A);
    kernel_stop();
    kernel_hash(C, sizeof(double[n][n]));
    kernel_print(C[n / 2][n / 3]);
    free(A);
    free(C);
    return 0;
}
