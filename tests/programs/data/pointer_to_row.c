// A parameter that is a pointer to rows, dereferenced in several ways.
// run: 1 1
// run: 4 3
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void rows(int n, int m, int (*p)[m])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            p[i][j] = i * 4 + j;
    for (int i = 0; i < n; i++)
        (*(p + i))[0] += 7;
    for (int j = 0; j < m; j++)
        *(p[n - 1] + j) -= j;
    **p += 1;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, m = argc > 2 ? atoi(argv[2]) : 3, A[n][m], sum = 0;
    rows(n, m, A);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            sum += (5 * i + j + 1) * A[i][j];
    printf("%d\n", sum);
    return 0;
}
