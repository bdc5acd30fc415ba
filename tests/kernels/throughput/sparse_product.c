// A sparse matrix in compressed rows times a vector.
// check: no members of the structure have other names in the result
// run: 1 1
// run: 7 3
// run: 90 6
// bench: 500000 16
// bench-gpu: 8000000 16
#include "../kernel.h"

struct sparse {
    int n_rows;
    int *start, *column;
    double *value;
};

static void multiply(const struct sparse *m, const double *restrict x, double *restrict y)
{
    for (int row = 0; row < m->n_rows; row++) {
        double sum = 0.0;
        for (int i = m->start[row]; i < m->start[row + 1]; i++)
            sum += m->value[i] * x[m->column[i]];
        y[row] = sum;
    }
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 12), per_row = kernel_size(argc, argv, 2, 3);
    struct sparse m = {n, kernel_ints((size_t)n + 1, 0, 1), NULL, NULL};
    for (int row = 0; row < n; row++)
        m.start[row + 1] = m.start[row] + per_row + row % 3 - 1;
    m.column = kernel_ints((size_t)m.start[n] + 1, 0, n);
    m.value = kernel_doubles((size_t)m.start[n] + 1, -1, 1);
    double *x = kernel_doubles(n, -1, 1), *y = kernel_zeros(n, sizeof(*y));
    kernel_start();
    multiply(&m, x, y);
    kernel_stop();
    kernel_hash(y, n * sizeof(*y));
    kernel_print(y[n / 2]);
    free(m.start);
    free(m.column);
    free(m.value);
    free(x);
    free(y);
    return 0;
}
