// Sums along the paths through a triangle, from its diagonal to its corner: one loop runs backwards.
// run: 1
// run: 9
// run: 151
// gpu: with --device=h200 --no-hybrid
// gpu: with --wavefronts SIZES
#include "../kernel.h"

static void add_paths(int n, double T[n][n])
{
#pragma scop
    for (int i = n - 2; i >= 0; i--)
        for (int j = i + 1; j < n; j++)
            T[i][j] += 0.5 * T[i + 1][j] + 0.25 * T[i][j - 1];
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 30);
    double(*T)[n] = kernel_doubles((size_t)n * n, 0, 1);
    kernel_start();
    add_paths(n, T);
    kernel_stop();
    kernel_hash(T, sizeof(double[n][n]));
    kernel_print(T[0][n - 1]);
    free(T);
    return 0;
}
