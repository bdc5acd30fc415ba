// Sparse matrix times vector in compressed rows: bounds and subscripts of the inner loop are data.
// run: 1
// run: 5
// expect: may
#include <stdio.h>
#include <stdlib.h>

static void spmv(int n, const int *start, const int *column, const double *a, const double *x, double *y)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        y[i] = 0;
        for (int k = start[i]; k < start[i + 1]; k++)
            y[i] += a[k] * x[column[k]];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, start[n + 1], column[3 * n], at = 0;
    double a[3 * n], x[n], y[n], sum = 0;
    for (int i = 0; i < n; i++) {
        start[i] = at;
        x[i] = i + 0.5;
        for (int j = 0; j < i % 4; j++, at++)
            column[at] = (i + j) % n, a[at] = j + 1;
    }
    start[n] = at;
    spmv(n, start, column, a, x, y);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * y[i];
    printf("%.17g\n", sum);
    return 0;
}
