// Lower bound a maximum, upper bound a minimum, both through macros.
// run: 1 1
// run: 6 3
// run: 4 9
// expect: exact
#include <stdio.h>
#include <stdlib.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

static void band(int n, int w, int A[n][n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = MAX(0, i - w); j < MIN(n, i + w + 1); j++)
            A[i][j] = i + j;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, w = argc > 2 ? atoi(argv[2]) : 1, A[n][n], sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            A[i][j] = -1;
    band(n, w, A);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += (i + 2 * j + 1) * A[i][j];
    printf("%d\n", sum);
    return 0;
}
