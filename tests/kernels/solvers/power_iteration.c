// The largest eigenvalue of a matrix with positive elements: multiply, find the largest, divide, again.
// run: 1 1
// run: 7 3
// run: 45 8
// gpu: with --shared-memory SIZES
#include "../kernel.h"

static double iterate(int n, int steps, double A[n][n], double v[n], double w[n])
{
    double largest = 0;
    int i, j, t;
#pragma scop
    for (t = 0; t < steps; t++) {
        for (i = 0; i < n; i++) {
            w[i] = 0;
            for (j = 0; j < n; j++)
                w[i] += A[i][j] * v[j];
        }
        largest = w[0];
        for (i = 1; i < n; i++)
            largest = fmax(largest, w[i]);
        for (i = 0; i < n; i++)
            v[i] = w[i] / largest;
    }
#pragma endscop
    return largest;
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 9), steps = kernel_size(argc, argv, 2, 4);
    double(*A)[n] = kernel_doubles((size_t)n * n, 0.125, 1), *v = kernel_doubles(n, 0.5, 1);
    double *w = kernel_zeros(n, sizeof(double));
    kernel_start();
    double largest = iterate(n, steps, A, v, w);
    kernel_stop();
    kernel_hash(v, sizeof(double[n]));
    kernel_hash(w, sizeof(double[n]));
    kernel_print(largest);
    free(A);
    free(v);
    free(w);
    return 0;
}
