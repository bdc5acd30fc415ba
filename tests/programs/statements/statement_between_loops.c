// Scalars set before, between and after loops at several depths.
// run: 1 2
// run: 3 4
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static double total;

static void row_sums(int n, int m, double A[n][m], double *row)
{
#pragma scop
    total = 0;
    for (int i = 0; i < n; i++) {
        row[i] = 0;
        for (int j = 0; j < m; j++)
            row[i] += A[i][j];
        total += row[i];
    }
    total = total / n;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2, m = argc > 2 ? atoi(argv[2]) : 2;
    double A[n][m], row[n], sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            A[i][j] = i + 0.25 * j;
    row_sums(n, m, A, row);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * row[i];
    printf("%.17g %.17g\n", sum, total);
    return 0;
}
