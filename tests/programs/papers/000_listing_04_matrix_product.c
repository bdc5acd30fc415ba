// Matrix product with labels S1 and S2 (000, Listings 4 and 6, Figure 5).
// run: 1 1 1
// run: 3 2 4
// expect: exact
#include <stdio.h>
#include <stdlib.h>
#pragma GCC diagnostic ignored "-Wunused-label"

static void product(int M, int N, int K, float A[M][K], float B[K][N], float C[M][N])
{
#pragma scop
    for (int i = 0; i < M; i += 1)
        for (int j = 0; j < N; j += 1) {
        S1:
            C[i][j] = 0;
            for (int k = 0; k < K; k += 1)
            S2:
                C[i][j] = (C[i][j] + (A[i][k] * B[k][j]));
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    int M = argc > 1 ? atoi(argv[1]) : 2, N = argc > 2 ? atoi(argv[2]) : 2, K = argc > 3 ? atoi(argv[3]) : 2;
    float A[M][K], B[K][N], C[M][N], sum = 0;
    for (int i = 0; i < M; i++)
        for (int k = 0; k < K; k++)
            A[i][k] = i + 2 * k;
    for (int k = 0; k < K; k++)
        for (int j = 0; j < N; j++)
            B[k][j] = k - j;
    product(M, N, K, A, B, C);
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++)
            sum += (i * 5 + j + 1) * C[i][j];
    printf("%.9g\n", sum);
    return 0;
}
