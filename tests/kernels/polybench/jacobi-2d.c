// Means of five neighbours in the plane, from one array to the other and back.
// run: 2 1
// run: 9 5
// run: 51 8
// gpu: with --hybrid --shared-memory
// gpu: hexagons
// bench: 1300 300
// bench-gpu: 2800 1000
#include "../kernel.h"

static void jacobi_2d(int n, int steps, double A[restrict n][n], double B[restrict n][n])
{
#pragma scop
    for (int t = 0; t < steps; t++) {
        for (int y = 1; y < n - 1; y++)
            for (int x = 1; x < n - 1; x++)
                B[y][x] = 0.2 * (A[y][x] + A[y][x - 1] + A[y][x + 1] + A[y + 1][x] + A[y - 1][x]);
        for (int y = 1; y < n - 1; y++)
            for (int x = 1; x < n - 1; x++)
                A[y][x] = 0.2 * (B[y][x] + B[y][x - 1] + B[y][x + 1] + B[y + 1][x] + B[y - 1][x]);
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 20), steps = kernel_size(argc, argv, 2, 6);
    double(*A)[n] = kernel_doubles((size_t)n * n, 0, 1), (*B)[n] = kernel_doubles((size_t)n * n, 0, 1);
    kernel_start();
    jacobi_2d(n, steps, A, B);
    kernel_stop();
    kernel_hash(A, sizeof(double[n][n]));
    kernel_hash(B, sizeof(double[n][n]));
    kernel_print(A[n / 2][n / 2]);
    free(A);
    free(B);
    return 0;
}
