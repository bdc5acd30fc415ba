// A declared outer dimension and a linearised inner pair in the same array.
// run: 1 1
// run: 3 4
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void planes(int n, int m, int A[2][n * m])
{
#pragma scop
    for (int p = 0; p < 2; p++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                A[p][i * m + j] = 100 * p + 10 * i + j;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2, m = argc > 2 ? atoi(argv[2]) : 2, A[2][n * m], sum = 0;
    planes(n, m, A);
    for (int i = 0; i < n * m; i++)
        sum += (i + 1) * (A[0][i] + 3 * A[1][i]);
    printf("%d\n", sum);
    return 0;
}
