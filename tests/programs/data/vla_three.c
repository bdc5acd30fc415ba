// Three-dimensional variable-length arrays whose extents are expressions.
// run: 1 1
// run: 2 3
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void average(int n, int m, float a[n + 1][2 * m][m], float b[n][m][m])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < m; k++)
                b[i][j][k] = a[i][2 * j][k] + a[i + 1][2 * j + 1][m - 1 - k];
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2, m = argc > 2 ? atoi(argv[2]) : 2;
    float a[n + 1][2 * m][m], b[n][m][m], sum = 0;
    for (int i = 0; i <= n; i++)
        for (int j = 0; j < 2 * m; j++)
            for (int k = 0; k < m; k++)
                a[i][j][k] = i + 2 * j + 3 * k;
    average(n, m, a, b);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < m; k++)
                sum += (i + j * k + 1) * b[i][j][k];
    printf("%.9g\n", sum);
    return 0;
}
