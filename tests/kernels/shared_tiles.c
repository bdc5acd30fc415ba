// Products and reductions in forms that devices keep parts of in shared memory and registers: triangles, strides and
// offsets, batches, small types, updates of parts of one array, results that later sums read.
// gpu: barriers 26
// run: 1
// run: 17
// run: 75
#include "kernel.h"

static void products(int n, double C[restrict n][n], double A[restrict n][2 * n], double B[restrict n + 1][n + 3],
                     double T[restrict n][n], double L[restrict n][n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            C[i][j] = 0.25 * C[i][j];
            for (int k = 0; k < n; k++)
                C[i][j] += A[i][2 * k] * B[k + 1][j + 3];
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k <= i; k++)
                T[i][j] += L[i][k] * C[k][j];
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            for (int k = 0; k < n; k++)
                L[j][i] -= C[k][i] * C[k][j];
#pragma endscop
}

static void batches(int n, float P[restrict 3][n][n], float X[restrict 3][n][n], float Y[restrict 3][n][n])
{
#pragma scop
    for (int b = 0; b < 3; b++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                for (int k = 0; k < n; k++)
                    P[b][i][j] += X[b][i][k] * Y[b][j][k];
#pragma endscop
}

static void parts(int n, int half, double M[restrict n][n])
{
#pragma scop
    for (int i = half; i < n; i++)
        for (int j = half; j < n; j++)
            for (int k = 0; k < half; k++)
                M[i][j] -= M[i][k] * M[k][j];
#pragma endscop
}

static void sums(int n, int rows[restrict n], int columns[restrict n], int twice[restrict n],
                 unsigned char bytes[restrict n][n])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        rows[i] = 7;
        for (int j = 0; j < n; j++)
            rows[i] += bytes[i][j];
        rows[i] = rows[i] / 3;
        twice[i] = 0;
        for (int j = 0; j < n; j++)
            twice[i] += rows[i] * bytes[i][j];
    }
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            columns[j] ^= bytes[i][j] * 31;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 20);
    double(*C)[n] = kernel_doubles((size_t)n * n, -1, 1), (*A)[2 * n] = kernel_doubles((size_t)n * 2 * n, -1, 1);
    double(*B)[n + 3] = kernel_doubles((size_t)(n + 1) * (n + 3), -1, 1), (*T)[n] = kernel_doubles((size_t)n * n, -1, 1);
    double(*L)[n] = kernel_doubles((size_t)n * n, -1, 1), (*M)[n] = kernel_doubles((size_t)n * n, -1, 1);
    float(*P)[n][n] = kernel_floats((size_t)3 * n * n, -1, 1), (*X)[n][n] = kernel_floats((size_t)3 * n * n, -1, 1);
    float(*Y)[n][n] = kernel_floats((size_t)3 * n * n, -1, 1);
    int *rows = kernel_ints(n, 0, 9), *columns = kernel_ints(n, 0, 9), *twice = kernel_ints(n, 0, 9);
    unsigned char(*bytes)[n] = kernel_bytes((size_t)n * n, 0, 255);
    products(n, C, A, B, T, L);
    batches(n, P, X, Y);
    parts(n, n / 2, M);
    sums(n, rows, columns, twice, bytes);
    kernel_hash(C, sizeof(double[n][n]));
    kernel_hash(T, sizeof(double[n][n]));
    kernel_hash(L, sizeof(double[n][n]));
    kernel_hash(M, sizeof(double[n][n]));
    kernel_hash(P, sizeof(float[3][n][n]));
    kernel_hash(rows, sizeof(int[n]));
    kernel_hash(columns, sizeof(int[n]));
    kernel_hash(twice, sizeof(int[n]));
    kernel_print(C[n - 1][0] + T[n - 1][0] + L[n - 1][0] + M[n - 1][0] + P[2][0][n - 1] + rows[0] + columns[0]);
    free(C), free(A), free(B), free(T), free(L), free(M), free(P), free(X), free(Y);
    free(rows), free(columns), free(twice), free(bytes);
    return 0;
}
