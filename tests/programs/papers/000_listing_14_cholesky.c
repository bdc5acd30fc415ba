// Cholesky factorisation with labels A to D (000, Listing 14, schedules (26) and (27)).
// run: 1
// run: 5
// expect: exact
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#pragma GCC diagnostic ignored "-Wunused-label"

#define SQRT_FUN(x) sqrt(x)

static void cholesky(int n, double A[n][n])
{
    int i, j, k;
#pragma scop
    for (i = 0; i < n; i++) {
        for (j = 0; j < i; j++) {
            for (k = 0; k < j; k++) {
            A: A[i][j] -= A[i][k] * A[j][k];
            }
        B: A[i][j] /= A[j][j];
        }
        for (k = 0; k < i; k++) {
        C: A[i][i] -= A[i][k] * A[i][k];
        }
    D: A[i][i] = SQRT_FUN(A[i][i]);
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3;
    double A[n][n], sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            A[i][j] = i == j ? 4.0 * n : 1.0 / (1 + i + j);
    cholesky(n, A);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += (i * 4 + j + 1) * A[i][j];
    printf("%.17g\n", sum);
    return 0;
}
