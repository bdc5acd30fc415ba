// A plane of a three-dimensional array passed as a two-dimensional parameter.
// run: 1 2
// run: 2 3
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void transpose(int m, int P[m][m], int Q[m][m])
{
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++)
            Q[j][i] = P[i][j];
}

static void turn(int n, int m, int A[n + 1][m][m])
{
#pragma scop
    for (int p = 0; p < n; p++)
        transpose(m, A[p], A[p + 1]);
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2, m = argc > 2 ? atoi(argv[2]) : 2, A[n + 1][m][m], sum = 0;
    for (int p = 0; p <= n; p++)
        for (int i = 0; i < m * m; i++)
            A[p][i / m][i % m] = i;
    turn(n, m, A);
    for (int p = 0; p <= n; p++)
        for (int i = 0; i < m * m; i++)
            sum += (p + i * i) * A[p][i / m][i % m];
    printf("%d\n", sum);
    return 0;
}
