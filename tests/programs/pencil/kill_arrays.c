// Kills of whole arrays, of a row in a loop, and of two things in one call.
// run: 1 2
// run: 3 4
// flags: --pencil
// expect: exact
#include <pave/pencil.h>
#include <stdio.h>
#include <stdlib.h>

static int scratch[8][8], line[8];

static void rows(int n, int m, int A[n][m])
{
#pragma scop
    __pencil_kill(scratch, line);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            line[j] = A[i][j];
        for (int j = 0; j < m; j++)
            scratch[i][j] = line[m - 1 - j] + 1;
        __pencil_kill(line);
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            A[i][j] += scratch[i][j];
        __pencil_kill(scratch[i]);
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2, m = argc > 2 ? atoi(argv[2]) : 2, A[n][m], sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            A[i][j] = i * 5 + j;
    rows(n, m, A);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            sum += (i * 9 + j + 1) * A[i][j];
    printf("%d\n", sum);
    return 0;
}
