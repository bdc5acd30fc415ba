// A matrix product that its author has blocked already, a transpose in blocks, and a transpose in place.
// worse-than-isl: the loops over blocks stay members of the band; isl leaves out what the others determine
// run: 1
// run: 9
// run: 43
// bench: 600
#include "../kernel.h"

enum { BLOCK = 16 };

static void multiply(int n, double A[restrict n][n], double B[restrict n][n], double C[restrict n][n],
                     double T[restrict n][n])
{
#pragma scop
    for (int bi = 0; bi < n; bi += BLOCK)
        for (int bj = 0; bj < n; bj += BLOCK)
            for (int bk = 0; bk < n; bk += BLOCK)
                for (int i = bi; i < n && i < bi + BLOCK; i++)
                    for (int j = bj; j < n && j < bj + BLOCK; j++)
                        for (int k = bk; k < n && k < bk + BLOCK; k++)
                            C[i][j] += A[i][k] * B[k][j];
    for (int bi = 0; bi < n; bi += BLOCK)
        for (int bj = 0; bj < n; bj += BLOCK)
            for (int i = bi; i < n && i < bi + BLOCK; i++)
                for (int j = bj; j < n && j < bj + BLOCK; j++)
                    T[j][i] = C[i][j];
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            double kept = A[i][j];
            A[i][j] = A[j][i];
            A[j][i] = kept;
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 20);
    size_t cells = (size_t)n * n;
    double(*A)[n] = kernel_doubles(cells, -1, 1), (*B)[n] = kernel_doubles(cells, -1, 1);
    double(*C)[n] = kernel_doubles(cells, -1, 1), (*T)[n] = kernel_zeros(cells, sizeof(double));
    kernel_start();
    multiply(n, A, B, C, T);
    kernel_stop();
    kernel_hash(A, sizeof(double[n][n]));
    kernel_hash(C, sizeof(double[n][n]));
    kernel_hash(T, sizeof(double[n][n]));
    kernel_print(T[n / 2][n / 3]);
    free(A);
    free(B);
    free(C);
    free(T);
    return 0;
}
