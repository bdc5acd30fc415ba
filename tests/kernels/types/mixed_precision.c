// Single-precision factors, a product accumulated in double precision, refined and rounded back.
// run: 1 1
// run: 5 8
// run: 37 41
// bench: 1000 1000
#include "../kernel.h"

static void refine(int n, int m, float A[restrict n][m], float x[restrict m], double exact[restrict n],
                   float rounded[restrict n], float error[restrict n])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        exact[i] = 0.0;
        rounded[i] = 0.0f;
        for (int j = 0; j < m; j++) {
            exact[i] += (double)A[i][j] * x[j];
            rounded[i] += A[i][j] * x[j];
        }
    }
    for (int i = 0; i < n; i++)
        error[i] = (float)(exact[i] - rounded[i]);
    for (int i = n - 1; i >= 0; i--)
        rounded[i] = (float)exact[i] + (i < n - 1 ? error[i + 1] : 0.0f);
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 8), m = kernel_size(argc, argv, 2, 9);
    float(*A)[m] = kernel_floats((size_t)n * m, -1, 1), *x = kernel_floats(m, -1, 1);
    float *rounded = kernel_zeros(n, sizeof(float)), *error = kernel_zeros(n, sizeof(float));
    double *exact = kernel_zeros(n, sizeof(double));
    kernel_start();
    refine(n, m, A, x, exact, rounded, error);
    kernel_stop();
    kernel_hash(exact, sizeof(double[n]));
    kernel_hash(rounded, sizeof(float[n]));
    kernel_hash(error, sizeof(float[n]));
    kernel_print(exact[n / 2]);
    free(A);
    free(x);
    free(exact);
    free(rounded);
    free(error);
    return 0;
}
