// Relaxation of a plane in place: each point gets the mean of its neighbours, of which two are new, and of a source.
// run: 3 1
// run: 9 5
// run: 71 19
// gpu: with --device=h200 --wavefronts
// gpu: with --wavefronts --no-shared-memory SIZES
// gpu: cuda --wavefronts
#include "../kernel.h"

static void relax(int n, int steps, double A[restrict n][n + 2], double source[restrict n][n + 2])
{
#pragma scop
    for (int t = 0; t < steps; t++)
        for (int y = 1; y < n - 1; y++)
            for (int x = 1; x <= n; x++)
                A[y][x] = 0.2 * (A[y - 1][x] + A[y][x - 1] + A[y + 1][x] + A[y][x + 1] + source[y][x]);
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 20), steps = kernel_size(argc, argv, 2, 6);
    double(*A)[n + 2] = kernel_doubles((size_t)n * (n + 2), 0, 1);
    double(*source)[n + 2] = kernel_doubles((size_t)n * (n + 2), 0, 1);
    kernel_start();
    relax(n, steps, A, source);
    kernel_stop();
    kernel_hash(A, sizeof(double[n][n + 2]));
    kernel_print(A[n / 2][n / 2]);
    free(A);
    free(source);
    return 0;
}
