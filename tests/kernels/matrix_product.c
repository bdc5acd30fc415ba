// The product of two matrices, accumulated into a scaled third one.
// gpu: barriers 4
// run: 1 1 1
// run: 7 5 9
// run: 40 33 50
// gpu: with --device=h200
// gpu: with --device=h200 --no-private-memory
// gpu: with --device=v100 --max-shared-memory=5000
// gpu: with --no-opencl-embed-kernel-code
// gpu: cuda plain
// gpu: Oclgrind --device=h200 --shared-memory SIZES
#include <stdio.h>
#include <stdlib.h>

static void product(int n, int m, int k, double scale, double C[n][m], double A[n][k], double B[k][m])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            C[i][j] = scale * C[i][j];
            for (int l = 0; l < k; l++)
                C[i][j] += A[i][l] * B[l][j];
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 8, m = argc > 2 ? atoi(argv[2]) : 8, k = argc > 3 ? atoi(argv[3]) : 8;
    double(*A)[k] = malloc(sizeof(double[n][k])), (*B)[m] = malloc(sizeof(double[k][m])),
    (*C)[m] = malloc(sizeof(double[n][m]));
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int l = 0; l < k; l++)
            A[i][l] = (i * 7 + l * 3) % 11 / 11.0;
    for (int l = 0; l < k; l++)
        for (int j = 0; j < m; j++)
            B[l][j] = (l * 5 + j * 13) % 17 / 17.0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            C[i][j] = (i - j) / 3.0;
    product(n, m, k, 0.75, C, A, B);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            sum = sum * 0.99 + C[i][j];
    printf("%a\n", sum);
    free(A);
    free(B);
    free(C);
    return 0;
}
