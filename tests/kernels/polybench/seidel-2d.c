// Means of nine neighbours in the plane, in place: what has passed is new, what comes is old.
// run: 2 1
// run: 9 5
// run: 51 6
// gpu: hexagons
// bench: 2000 25
// bench-gpu: 4000 1000
#include "../kernel.h"

static void seidel_2d(int n, int steps, double A[n][n])
{
#pragma scop
    for (int t = 0; t < steps; t++)
        for (int y = 1; y < n - 1; y++)
            for (int x = 1; x < n - 1; x++)
                A[y][x] = (A[y - 1][x - 1] + A[y - 1][x] + A[y - 1][x + 1] + A[y][x - 1] + A[y][x] + A[y][x + 1] +
                           A[y + 1][x - 1] + A[y + 1][x] + A[y + 1][x + 1]) /
                          9.0;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 20), steps = kernel_size(argc, argv, 2, 6);
    double(*A)[n] = kernel_doubles((size_t)n * n, 0, 1);
    kernel_start();
    seidel_2d(n, steps, A);
    kernel_stop();
    kernel_hash(A, sizeof(double[n][n]));
    kernel_print(A[n / 2][n / 2]);
    free(A);
    return 0;
}
