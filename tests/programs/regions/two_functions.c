// One region in each of two functions of a file; the same names mean different things in them.
// run: 1 1
// run: 4 6
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void rows(int n, int m, int A[n][m])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            A[i][j] = i - j;
#pragma endscop
}

static void line(int m, int A[m])
{
#pragma scop
    for (int j = 0; j < m; j++)
        A[j] = j * j;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, m = argc > 2 ? atoi(argv[2]) : 3;
    int A[n][m], B[m], sum = 0;
    rows(n, m, A);
    line(m, B);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            sum += (i + 2 * j + 1) * A[i][j] + B[j];
    printf("%d\n", sum);
    return 0;
}
