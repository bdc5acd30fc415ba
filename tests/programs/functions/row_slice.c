// Rows of a matrix passed to a helper that loops over them.
// run: 1 1
// run: 3 5
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void add_row(int m, int *restrict to, const int *restrict from)
{
    for (int j = 0; j < m; j++)
        to[j] += from[j];
}

static void accumulate(int n, int m, int A[n][m])
{
#pragma scop
    for (int i = 1; i < n; i++)
        add_row(m, A[i], A[i - 1]);
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, m = argc > 2 ? atoi(argv[2]) : 3, A[n][m], sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            A[i][j] = 2 * i - j;
    accumulate(n, m, A);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            sum += (4 * i + j + 1) * A[i][j];
    printf("%d\n", sum);
    return 0;
}
