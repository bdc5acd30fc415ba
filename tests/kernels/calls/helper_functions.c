// Helper functions with bodies in sight: values, several returns, loops, arrays and results through pointers.
// run: 1
// run: 6
// run: 41
// gpu: cuda plain
#include "../kernel.h"

static double cut(double v, double low, double high)
{
    if (v < low)
        return low;
    return v > high ? high : v;
}

static double product(int n, const double *a, const double *b)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

static void swap(double *a, double *b)
{
    double kept = *a;
    *a = *b;
    *b = kept;
}

static int previous(int i, int n)
{
    return i == 0 ? n - 1 : i - 1;
}

static void work(int n, double A[restrict n][n], double G[restrict n][n], double v[restrict n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            G[i][j] = product(n, A[i], A[j]);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            G[i][j] = cut(G[i][j], -1.5, 2.0 + j);
    for (int i = 0; i + 1 < n; i += 2)
        for (int j = 0; j < n; j++)
            swap(&G[i][j], &G[i + 1][j]);
    for (int i = 0; i < n; i++)
        v[i] = 0.5 * (G[i][previous(i, n)] + G[previous(i, n)][i]);
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 8);
    double(*A)[n] = kernel_doubles((size_t)n * n, -1, 1), (*G)[n] = kernel_zeros((size_t)n * n, sizeof(double));
    double *v = kernel_zeros(n, sizeof(double));
    kernel_start();
    work(n, A, G, v);
    kernel_stop();
    kernel_hash(G, sizeof(double[n][n]));
    kernel_hash(v, sizeof(double[n]));
    kernel_print(v[n / 2]);
    free(A);
    free(G);
    free(v);
    return 0;
}
