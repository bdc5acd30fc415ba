// Two-dimensional variable-length array parameters of different shapes.
// run: 1 1 1
// run: 2 5 3
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void product(int n, int m, int k, double A[n][k], double B[k][m], double C[n][m])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            C[i][j] = 0;
            for (int l = 0; l < k; l++)
                C[i][j] += A[i][l] * B[l][j];
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2, m = argc > 2 ? atoi(argv[2]) : 2;
    int k = argc > 3 ? atoi(argv[3]) : 2;
    double A[n][k], B[k][m], C[n][m], sum = 0;
    for (int l = 0; l < k; l++) {
        for (int i = 0; i < n; i++)
            A[i][l] = i + 0.5 * l;
        for (int j = 0; j < m; j++)
            B[l][j] = l - j;
    }
    product(n, m, k, A, B, C);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            sum += (i + 3 * j + 1) * C[i][j];
    printf("%.17g\n", sum);
    return 0;
}
