// Recursive filters along rows, which wait for each element: forth and back, two at once, over rows of different lengths.
// run: 1 1
// run: 2 5
// run: 9 8
// run: 30 41
// bench: 2000 2000
#include "../kernel.h"

static void smooth(int m, int n, double x[restrict m][n], double y[restrict m][n], double z[restrict m][n])
{
#pragma scop
    for (int i = 0; i < m; i++) {
        y[i][0] = x[i][0];
        for (int j = 1; j < n; j++)
            y[i][j] = 0.25 * y[i][j - 1] + 0.75 * x[i][j];
        z[i][n - 1] = y[i][n - 1];
        for (int j = n - 2; j >= 0; j--)
            z[i][j] = 0.25 * z[i][j + 1] + 0.75 * y[i][j];
    }
#pragma endscop
}

static void fractions(int m, int n, double x[restrict m][n], double p[restrict m][n], double q[restrict m][n])
{
#pragma scop
    for (int i = 0; i < m; i++) {
        p[i][0] = x[i][0];
        q[i][0] = 1.0;
        for (int j = 1; j < n; j++) {
            p[i][j] = 1.0 / (2.0 + p[i][j - 1]);
            q[i][j] = (x[i][j] - q[i][j - 1]) / (2.0 + p[i][j - 1]);
        }
    }
#pragma endscop
}

/* Rows begin at the diagonal, and end before it. */
static void triangles(int n, double x[restrict n][n], double y[restrict n][n])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        y[i][i] = x[i][i];
        for (int j = i + 1; j < n; j++)
            y[i][j] = 0.5 * y[i][j - 1] + x[i][j];
    }
    for (int i = 1; i < n; i++) {
        y[i][0] = x[i][0];
        for (int j = 1; j < i; j++)
            y[i][j] = 0.5 * y[i][j - 1] - x[i][j];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int m = kernel_size(argc, argv, 1, 10), n = kernel_size(argc, argv, 2, 12);
    size_t size = (size_t)(m > n ? m : n) * (size_t)(m > n ? m : n);
    double *x = kernel_doubles(size, 0, 1), *y = kernel_zeros(size, sizeof(double)), *z = kernel_zeros(size, sizeof(double));
    kernel_start();
    smooth(m, n, (double(*)[n])x, (double(*)[n])y, (double(*)[n])z);
    kernel_hash(y, sizeof(double) * size);
    fractions(m, n, (double(*)[n])z, (double(*)[n])x, (double(*)[n])y);
    kernel_hash(y, sizeof(double) * size);
    triangles(n, (double(*)[n])x, (double(*)[n])z);
    kernel_stop();
    kernel_hash(x, sizeof(double) * size);
    kernel_hash(z, sizeof(double) * size);
    kernel_print(z[(size_t)n * (size_t)n / 2]);
    free(x);
    free(y);
    free(z);
    return 0;
}
