// The address of an element, plain and inside a row, passed to a helper.
// run: 1 2
// run: 4 3
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void bump(int *p)
{
    *p += 1;
}

static void pair(int *p)
{
    p[0] = p[1];
}

static void touch(int n, int m, int A[n][m])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            bump(&A[i][j]);
    for (int i = 0; i < n; i++)
        pair(&A[i][m - 2]);
    bump(A[0]);
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, m = argc > 2 ? atoi(argv[2]) : 3, A[n][m], sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            A[i][j] = i * 3 + j;
    touch(n, m, A);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            sum += (5 * i + j + 1) * A[i][j];
    printf("%d\n", sum);
    return 0;
}
