// The same through functions: static min and max of the user's and abs of the C library.
// run: 1
// run: 5
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static int min(int a, int b)
{
    return a < b ? a : b;
}

static int max(int a, int b)
{
    return a > b ? a : b;
}

static void pyramid(int n, int A[n][n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = max(0, i - 2); j <= min(n - 1, i + 1); j++)
            A[abs(i - j)][max(i, j)] = i + 10 * j;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, m = max(n, 3), A[m][m], sum = 0;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++)
            A[i][j] = 1;
    pyramid(m, A);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++)
            sum += (3 * i + j + 1) * A[i][j];
    printf("%d\n", sum);
    return 0;
}
