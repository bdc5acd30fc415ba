// Triangular matrix product with labels A and B (000, Listing 20; schedules in Listings 21 and 22).
// run: 1 1
// run: 4 3
// expect: exact
#include <stdio.h>
#include <stdlib.h>
#pragma GCC diagnostic ignored "-Wunused-label"

static void trmm(int m, int n, double alpha, double A[m][m], double B[m][n])
{
    int i, j, k;
#pragma scop
    for (i = 0; i < m; i++)
        for (j = 0; j < n; j++) {
            for (k = i + 1; k < m; k++)
            A:
                B[i][j] += A[k][i] * B[k][j];
        B:
            B[i][j] = alpha * B[i][j];
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    int m = argc > 1 ? atoi(argv[1]) : 3, n = argc > 2 ? atoi(argv[2]) : 2;
    double A[m][m], B[m][n], sum = 0;
    for (int i = 0; i < m; i++) {
        for (int k = 0; k < m; k++)
            A[k][i] = k - 2 * i;
        for (int j = 0; j < n; j++)
            B[i][j] = i + 0.25 * j;
    }
    trmm(m, n, 1.5, A, B);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            sum += (i * 4 + j + 1) * B[i][j];
    printf("%.17g\n", sum);
    return 0;
}
