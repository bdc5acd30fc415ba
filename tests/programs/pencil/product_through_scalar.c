// One loop nest of a matrix-vector product with the product in a scalar (004, Listing 11).
// run: 1
// run: 4
// flags: --pencil
// expect: exact
#include <stdio.h>
#include <stdlib.h>
#pragma GCC diagnostic ignored "-Wunused-label"

static void mvt(int n, double A[n][n], double *x1, const double *y_1)
{
    int i, j;
    double x;
#pragma scop
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
        S1:
            x = A[i][j] * y_1[j];
        S2:
            x1[i] = x1[i] + x;
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3;
    double A[n][n], x1[n], y_1[n], sum = 0;
    for (int i = 0; i < n; i++) {
        x1[i] = i, y_1[i] = 0.5 * i;
        for (int j = 0; j < n; j++)
            A[i][j] = i - 2 * j;
    }
    mvt(n, A, x1, y_1);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * x1[i];
    printf("%.17g\n", sum);
    return 0;
}
