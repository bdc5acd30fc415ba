// A matrix and then its transpose applied to a vector: y = A' (A x).
// run: 1 1
// run: 9 5
// run: 67 53
// bench: 1900 2100
// bench-gpu: 1800 2200
#include "../kernel.h"

static void atax(int n, int m, double A[restrict n][m], double x[restrict m], double y[restrict m],
                 double image[restrict n])
{
#pragma scop
    for (int j = 0; j < m; j++)
        y[j] = 0.0;
    for (int i = 0; i < n; i++) {
        image[i] = 0.0;
        for (int j = 0; j < m; j++)
            image[i] += A[i][j] * x[j];
        for (int j = 0; j < m; j++)
            y[j] += A[i][j] * image[i];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 38), m = kernel_size(argc, argv, 2, 42);
    double(*A)[m] = kernel_doubles((size_t)n * m, -1, 1), *x = kernel_doubles(m, -1, 1);
    double *y = kernel_zeros(m, sizeof(double)), *image = kernel_zeros(n, sizeof(double));
    kernel_start();
    atax(n, m, A, x, y, image);
    kernel_stop();
    kernel_hash(y, sizeof(double[m]));
    kernel_hash(image, sizeof(double[n]));
    kernel_print(y[m / 2]);
    free(A);
    free(x);
    free(y);
    free(image);
    return 0;
}
