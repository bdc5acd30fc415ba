// Two-dimensional Jacobi stencil in two alternating sweeps S and T (000, Listing 11, schedule (6)).
// run: 0 3
// run: 2 3
// run: 3 6
// expect: exact
#include <stdio.h>
#include <stdlib.h>
#pragma GCC diagnostic ignored "-Wunused-label"

#define SCALAR_VAL(x) x

static void jacobi(int tsteps, int n, double A[n][n], double B[n][n])
{
    int t, i, j;
#pragma scop
    for (t = 0; t < tsteps; t++) {
        for (i = 1; i < n - 1; i++)
            for (j = 1; j < n - 1; j++)
            S: B[i][j] = SCALAR_VAL(0.2) * (A[i][j] + A[i][j - 1] + A[i][1 + j] + A[1 + i][j] + A[i - 1][j]);
        for (i = 1; i < n - 1; i++)
            for (j = 1; j < n - 1; j++)
            T: A[i][j] = SCALAR_VAL(0.2) * (B[i][j] + B[i][j - 1] + B[i][1 + j] + B[1 + i][j] + B[i - 1][j]);
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int tsteps = argc > 1 ? atoi(argv[1]) : 2, n = argc > 2 ? atoi(argv[2]) : 4;
    double A[n][n], B[n][n], sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            A[i][j] = i * (j + 2) % 5, B[i][j] = 1;
    jacobi(tsteps, n, A, B);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += (i * 4 + j + 1) * (A[i][j] + 3 * B[i][j]);
    printf("%.17g\n", sum);
    return 0;
}
