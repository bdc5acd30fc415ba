// A lower triangular system solved for several right-hand sides.
// run: 1 1
// run: 6 3
// run: 45 20
#include <stdio.h>
#include <stdlib.h>

static void solve(int n, int m, double L[n][n], double x[n][m])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            for (int k = 0; k < i; k++)
                x[i][j] -= L[i][k] * x[k][j];
            x[i][j] /= L[i][i];
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 5, m = argc > 2 ? atoi(argv[2]) : 2;
    double(*L)[n] = malloc(sizeof(double[n][n])), (*x)[m] = malloc(sizeof(double[n][m]));
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            L[i][k] = i == k ? 2.0 + i % 3 : 1.0 / (1 + i + 2 * k);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            x[i][j] = (i * 3 + j) % 7 - 3;
    solve(n, m, L, x);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            sum = sum * 0.9 + x[i][j];
    printf("%a\n", sum);
    free(L);
    free(x);
    return 0;
}
