// A sparse matrix in compressed rows applied to several vectors, again and again: bounds and subscripts are data.
// run: 1 1 1
// run: 5 2 3
// run: 60 7 4
// bench: 20000 8 20
#include "../kernel.h"

static void apply(int n, int vectors, int steps, const int begin[restrict n + 1], const int *restrict column,
                  const double *restrict value, double x[restrict n][vectors], double y[restrict n][vectors])
{
#pragma scop
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < n; i++)
            for (int v = 0; v < vectors; v++) {
                y[i][v] = 0;
                for (int k = begin[i]; k < begin[i + 1]; k++)
                    y[i][v] += value[k] * x[column[k]][v];
            }
        for (int i = 0; i < n; i++)
            for (int v = 0; v < vectors; v++)
                x[i][v] = 0.5 * (x[i][v] + y[i][v]);
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 8), vectors = kernel_size(argc, argv, 2, 2),
        steps = kernel_size(argc, argv, 3, 2);
    int *begin = kernel_zeros(n + 1, sizeof(int)), *length = kernel_ints(n, 0, 6);
    for (int i = 0; i < n; i++)
        begin[i + 1] = begin[i] + length[i];
    int *column = kernel_ints(begin[n], 0, n);
    double *value = kernel_doubles(begin[n], -0.25, 0.25), (*x)[vectors] = kernel_doubles((size_t)n * vectors, -1, 1);
    double(*y)[vectors] = kernel_zeros((size_t)n * vectors, sizeof(double));
    kernel_start();
    apply(n, vectors, steps, begin, column, value, x, y);
    kernel_stop();
    kernel_hash(x, sizeof(double[n][vectors]));
    kernel_hash(y, sizeof(double[n][vectors]));
    kernel_print(x[n / 2][vectors / 2]);
    free(begin);
    free(length);
    free(column);
    free(value);
    free(x);
    free(y);
    return 0;
}
