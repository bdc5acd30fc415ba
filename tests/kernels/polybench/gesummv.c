// The sum of two matrices applied to one vector: y = alpha A x + beta B x.
// run: 1
// run: 9
// run: 65
// gpu: with --device=h200 --reassociate
// gpu: Oclgrind --device=h200 --shared-memory
// bench: 1300
// bench-gpu: 2800
#include "../kernel.h"

static void gesummv(int n, double alpha, double beta, double A[restrict n][n], double B[restrict n][n],
                    double Ax[restrict n], double x[restrict n], double y[restrict n])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        Ax[i] = 0.0;
        y[i] = 0.0;
        for (int j = 0; j < n; j++) {
            Ax[i] += A[i][j] * x[j];
            y[i] += B[i][j] * x[j];
        }
        y[i] = alpha * Ax[i] + beta * y[i];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 30);
    double(*A)[n] = kernel_doubles((size_t)n * n, -1, 1), (*B)[n] = kernel_doubles((size_t)n * n, -1, 1);
    double *x = kernel_doubles(n, -1, 1), *y = kernel_zeros(n, sizeof(double)), *Ax = kernel_zeros(n, sizeof(double));
    kernel_start();
    gesummv(n, 1.5, 1.25, A, B, Ax, x, y);
    kernel_stop();
    kernel_hash(Ax, sizeof(double[n]));
    kernel_hash(y, sizeof(double[n]));
    kernel_print(y[n / 2]);
    free(A);
    free(B);
    free(x);
    free(y);
    free(Ax);
    return 0;
}
