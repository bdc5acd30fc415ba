// The same program with a scalar in the place of the array t (002, Section 4.1).
// run: 1
// run: 4
// expect: exact
#include <stdio.h>
#include <stdlib.h>
#pragma GCC diagnostic ignored "-Wunused-label"

static void f(int n, int A[restrict static n][n], int B[restrict static n][n], int C[restrict static n][n])
{
    int t;
#pragma scop
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
        S1: t = A[i][j];
        S2: C[i][j] = t;
        }
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
        S3: t = B[i][j];
        S4: C[j][i] += t;
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, A[n][n], B[n][n], C[n][n], sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            A[i][j] = i * 3 + j, B[i][j] = i - j;
    f(n, A, B, C);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += (i * 5 + j + 1) * C[i][j];
    printf("%d\n", sum);
    return 0;
}
