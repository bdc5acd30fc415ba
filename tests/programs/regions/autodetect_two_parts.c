// No pragmas: two convertible parts divided by a call with output.
// run: 1 2
// run: 5 4
// flags: --autodetect
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void transpose_twice(int n, int m, int A[n][m], int B[m][n])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            B[j][i] = A[i][j];
    printf("transposed\n");
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            A[i][j] = 2 * B[j][i];
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2, m = argc > 2 ? atoi(argv[2]) : 3;
    int A[n][m], B[m][n], sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            A[i][j] = i * 10 + j;
    transpose_twice(n, m, A, B);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            sum += (i + 3 * j) * A[i][j] + B[j][i];
    printf("%d\n", sum);
    return 0;
}
