// The bounds of a parameter are told by a pragma.
// run: 1
// run: 6
// flags: --pencil
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void triangle(int n, int m, int A[n][n])
{
#pragma parameter n 1 64
#pragma parameter m 0
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            A[i][j] = i + j + m;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, A[n][n], sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            A[i][j] = -1;
    triangle(n, 4, A);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += (i * 3 + j + 1) * A[i][j];
    printf("%d\n", sum);
    return 0;
}
