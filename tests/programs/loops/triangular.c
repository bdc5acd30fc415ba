// Inner loops bounded by the outer iterator, above and below the diagonal.
// run: 1
// run: 2
// run: 6
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void symmetric(int n, double M[n][n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            M[i][j] = i * 8 + j;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            M[i][j] = M[j][i];
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3;
    double M[n][n], sum = 0;
    symmetric(n, M);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += (3 * i + j + 1) * M[i][j];
    printf("%.17g\n", sum);
    return 0;
}
