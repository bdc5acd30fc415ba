// Five nested loops with constant and parametric bounds.
// run: 1
// run: 2
// run: 3
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void contract(int n, int T[n][n][n], int R[n][n])
{
#pragma scop
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++)
            for (int c = 0; c < n; c++)
                for (int d = 0; d < 2; d++)
                    for (int e = d; e < 3; e++)
                        R[a][b] += T[a][b][c] * (d + e);
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2, T[n][n][n], R[n][n], sum = 0;
    for (int i = 0; i < n * n * n; i++)
        T[i / n / n][i / n % n][i % n] = i % 5;
    for (int i = 0; i < n * n; i++)
        R[i / n][i % n] = i;
    contract(n, T, R);
    for (int i = 0; i < n * n; i++)
        sum += (i + 1) * R[i / n][i % n];
    printf("%d\n", sum);
    return 0;
}
