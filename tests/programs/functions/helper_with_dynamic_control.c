// A helper with a data-dependent loop inside; the call is one statement with may-writes.
// run: 1 3
// run: 4 5
// expect: may
#include <stdio.h>
#include <stdlib.h>

static int first_negative(int m, const int *row)
{
    int j = 0;
    while (j < m && row[j] >= 0)
        j++;
    return j;
}

static void scan(int n, int m, int A[n][m], int *at)
{
#pragma scop
    for (int i = 0; i < n; i++)
        at[i] = first_negative(m, A[i]);
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, m = argc > 2 ? atoi(argv[2]) : 3, A[n][m], at[n], sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            A[i][j] = (i * 5 + j * 3) % 8 - 5 + i;
    scan(n, m, A, at);
    for (int i = 0; i < n; i++)
        sum = 7 * sum + at[i];
    printf("%d\n", sum);
    return 0;
}
