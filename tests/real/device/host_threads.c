// run: 40 24
// run: 7 3
// gcc: -fopenmp
// kernels: 2
// Threads of the program call functions with regions at the same time: each call has its own data, arguments and outcome.
#include <stdio.h>
#include <stdlib.h>

static void scale(double *row, int n, double by)
{
    for (int i = 0; i < n; i++)
        row[i] = row[i] * by + i;
}

static void blend(const double *from, double *to, int n)
{
    for (int i = 1; i < n; i++)
        to[i] = from[i] - 0.5 * from[i - 1];
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]), rows = atoi(argv[2]);
    double *a = malloc(sizeof(double) * n * rows), *b = calloc((size_t)n * rows, sizeof(double));
    for (int i = 0; i < n * rows; i++)
        a[i] = i % 13;
#pragma omp parallel for num_threads(4) schedule(dynamic)
    for (int r = 0; r < rows; r++) {
        scale(a + r * n, n, 1 + 0.25 * r);
        blend(a + r * n, b + r * n, n);
    }
    double sum = 0;
    for (int i = 0; i < n * rows; i++)
        sum = sum * 0.9375 + b[i];
    printf("%a\n", sum);
    free(a);
    free(b);
    return argc < 3;
}
