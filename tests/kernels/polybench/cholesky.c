// The factor L of a symmetric positive definite matrix A = L L', in place of the lower half.
// run: 1
// run: 9
// run: 61
// bench: 1600
// bench-gpu: 4000
#include "../kernel.h"

static void cholesky(int n, double A[n][n])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            for (int l = 0; l < j; l++)
                A[i][j] -= A[i][l] * A[j][l];
            A[i][j] /= A[j][j];
        }
        for (int l = 0; l < i; l++)
            A[i][i] -= A[i][l] * A[i][l];
        A[i][i] = sqrt(A[i][i]);
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 40);
    double(*A)[n] = kernel_doubles((size_t)n * n, -1, 1);
    for (int i = 0; i < n; i++)
        A[i][i] += n + 1;
    kernel_start();
    cholesky(n, A);
    kernel_stop();
    kernel_hash(A, sizeof(double[n][n]));
    kernel_print(A[n - 1][n - 1]);
    free(A);
    return 0;
}
