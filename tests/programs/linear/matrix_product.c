// Matrix product on three linearised arrays with three parameters.
// run: 1 1 1
// run: 3 4 2
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void product(int n, int m, int k, const float *restrict A, const float *restrict B, float *restrict C)
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            C[i * m + j] = 0;
            for (int l = 0; l < k; l++)
                C[i * m + j] += A[i * k + l] * B[l * m + j];
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2, m = argc > 2 ? atoi(argv[2]) : 2;
    int k = argc > 3 ? atoi(argv[3]) : 2;
    float A[n * k], B[k * m], C[n * m], sum = 0;
    for (int i = 0; i < n * k; i++)
        A[i] = i % 5;
    for (int i = 0; i < k * m; i++)
        B[i] = 3 - i % 4;
    product(n, m, k, A, B, C);
    for (int i = 0; i < n * m; i++)
        sum += (i + 1) * C[i];
    printf("%.9g\n", sum);
    return 0;
}
