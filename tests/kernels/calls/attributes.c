// Functions out of sight that are promised to depend on their arguments alone, or to read and not to write.
// run: 1
// run: 7
// run: 45
#include "../kernel.h"

double bend(double v, int i) __asm__("bend_hidden") __attribute__((const));
double middle(int n, const double *v) __asm__("middle_hidden") __attribute__((pure));

static void apply(int n, double A[restrict n][n], double out[restrict n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            A[i][j] = bend(A[i][j], i - j);
    for (int i = 0; i < n; i++)
        out[i] = middle(n, A[i]) + bend(i > 0 ? out[i - 1] : 0.5, i);
#pragma endscop
}

double bend_hidden(double v, int i)
{
    return v / (1 + v * v) + 0.001 * i;
}

double middle_hidden(int n, const double *v)
{
    return 0.5 * (v[(n - 1) / 2] + v[n / 2]);
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 8);
    double(*A)[n] = kernel_doubles((size_t)n * n, -1, 1), *out = kernel_zeros(n, sizeof(double));
    kernel_start();
    apply(n, A, out);
    kernel_stop();
    kernel_hash(A, sizeof(double[n][n]));
    kernel_hash(out, sizeof(double[n]));
    kernel_print(out[n - 1]);
    free(A);
    free(out);
    return 0;
}
