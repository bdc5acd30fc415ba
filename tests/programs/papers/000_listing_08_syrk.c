// Symmetric rank-k update on the lower triangle; two read references to A (000, Listing 8, Example 5).
// run: 1 1
// run: 4 3
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void syrk(int n, int m, double alpha, double beta, double C[n][n], double A[n][m])
{
    int i, j, k;
#pragma scop
    for (i = 0; i < n; i++) {
        for (j = 0; j <= i; j++)
            C[i][j] *= beta;
        for (k = 0; k < m; k++) {
            for (j = 0; j <= i; j++)
                C[i][j] += alpha * A[i][k] * A[j][k];
        }
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, m = argc > 2 ? atoi(argv[2]) : 2;
    double C[n][n], A[n][m], sum = 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            C[i][j] = i + j;
        for (int k = 0; k < m; k++)
            A[i][k] = i - 0.5 * k;
    }
    syrk(n, m, 1.5, 0.25, C, A);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += (i * 6 + j + 1) * C[i][j];
    printf("%.17g\n", sum);
    return 0;
}
