// Matrices and a cube in one dimension each, with products in the subscripts, as pointers.
// run: 1 1 1
// run: 4 5 6
// run: 23 17 29
// bench: 300 300 300
#include "../kernel.h"

static void work(int n, int m, int k, const float *restrict A, const float *restrict B, float *restrict C,
                 float *restrict cube)
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            C[i * m + j] = 0;
            for (int l = 0; l < k; l++)
                C[i * m + j] += A[i * k + l] * B[l * m + j];
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int l = 0; l < k; l++)
                cube[(i * m + j) * k + l] = C[i * m + j] - A[i * k + l];
    for (int i = 0; i < n; i++)
        for (int j = 1; j < m; j++)
            for (int l = 0; l < k; l++)
                cube[i * m * k + j * k + l] += 0.5f * cube[i * m * k + (j - 1) * k + l];
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 5), m = kernel_size(argc, argv, 2, 6), k = kernel_size(argc, argv, 3, 7);
    float *A = kernel_floats((size_t)n * k, -1, 1), *B = kernel_floats((size_t)k * m, -1, 1);
    float *C = kernel_zeros((size_t)n * m, sizeof(float)), *cube = kernel_zeros((size_t)n * m * k, sizeof(float));
    kernel_start();
    work(n, m, k, A, B, C, cube);
    kernel_stop();
    kernel_hash(C, (size_t)n * m * sizeof(float));
    kernel_hash(cube, (size_t)n * m * k * sizeof(float));
    kernel_print(cube[((size_t)n * m * k) / 2]);
    free(A);
    free(B);
    free(C);
    free(cube);
    return 0;
}
