// A strided inner loop that starts at the outer iterator.
// run: 1
// run: 5
// run: 8
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void weave(int n, int A[n][n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = i % 2; j < n; j += 2)
            A[i][j] = i - j;
    for (int i = 0; i < n; i += 2)
        for (int j = i; j < n; j += 3)
            A[i][j] += 100;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, A[n][n], sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            A[i][j] = 7;
    weave(n, A);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += (i * 5 + j) * A[i][j];
    printf("%d\n", sum);
    return 0;
}
