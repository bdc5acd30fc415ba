// Relaxation of a body in place: a band of four loops, whose tiles take too much work.
// run: 3 1
// run: 7 3
// run: 21 5
// gpu: with --device=h200
#include "../kernel.h"

static void relax(int n, int steps, double A[n][n][n])
{
#pragma scop
    for (int t = 0; t < steps; t++)
        for (int z = 1; z < n - 1; z++)
            for (int y = 1; y < n - 1; y++)
                for (int x = 1; x < n - 1; x++)
                    A[z][y][x] = (A[z - 1][y][x] + A[z][y - 1][x] + A[z][y][x - 1] + A[z + 1][y][x] + A[z][y + 1][x] +
                                  A[z][y][x + 1]) *
                                 0.125;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 12), steps = kernel_size(argc, argv, 2, 4);
    double(*A)[n][n] = kernel_doubles((size_t)n * n * n, 0, 1);
    kernel_start();
    relax(n, steps, A);
    kernel_stop();
    kernel_hash(A, sizeof(double[n][n][n]));
    kernel_print(A[n / 2][n / 2][n / 2]);
    free(A);
    return 0;
}
