// Gauss-Seidel stencil in place (000, Listing 17, schedule (46)); the statement is S.
// run: 0 3
// run: 1 3
// run: 3 6
// expect: exact
#include <stdio.h>
#include <stdlib.h>
#pragma GCC diagnostic ignored "-Wunused-label"

#define SCALAR_VAL(x) x

static void seidel(int tsteps, int n, double A[n][n])
{
    int t, i, j;
#pragma scop
    for (t = 0; t <= tsteps - 1; t++)
        for (i = 1; i <= n - 2; i++)
            for (j = 1; j <= n - 2; j++)
            S: A[i][j] = (A[i - 1][j - 1] + A[i - 1][j] + A[i - 1][j + 1] + A[i][j - 1] + A[i][j] +
                          A[i][j + 1] + A[i + 1][j - 1] + A[i + 1][j] + A[i + 1][j + 1]) /
                         SCALAR_VAL(9.0);
#pragma endscop
}

int main(int argc, char **argv)
{
    int tsteps = argc > 1 ? atoi(argv[1]) : 2, n = argc > 2 ? atoi(argv[2]) : 4;
    double A[n][n], sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            A[i][j] = (i * 3 + j * j) % 7;
    seidel(tsteps, n, A);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += (i * 4 + j + 1) * A[i][j];
    printf("%.17g\n", sum);
    return 0;
}
