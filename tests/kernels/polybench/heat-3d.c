// Heat flow in a cube: second differences along three axes, from one array to the other and back.
// run: 2 1
// run: 9 3
// run: 23 4
// gpu: with --hybrid --shared-memory
// gpu: hexagons
// bench: 120 200
// bench-gpu: 200 1000
#include "../kernel.h"

static void heat_3d(int n, int steps, double A[restrict n][n][n], double B[restrict n][n][n])
{
#pragma scop
    for (int t = 0; t < steps; t++) {
        for (int x = 1; x < n - 1; x++)
            for (int y = 1; y < n - 1; y++)
                for (int z = 1; z < n - 1; z++)
                    B[x][y][z] = 0.125 * (A[x + 1][y][z] - 2.0 * A[x][y][z] + A[x - 1][y][z]) +
                                 0.125 * (A[x][y + 1][z] - 2.0 * A[x][y][z] + A[x][y - 1][z]) +
                                 0.125 * (A[x][y][z + 1] - 2.0 * A[x][y][z] + A[x][y][z - 1]) + A[x][y][z];
        for (int x = 1; x < n - 1; x++)
            for (int y = 1; y < n - 1; y++)
                for (int z = 1; z < n - 1; z++)
                    A[x][y][z] = 0.125 * (B[x + 1][y][z] - 2.0 * B[x][y][z] + B[x - 1][y][z]) +
                                 0.125 * (B[x][y + 1][z] - 2.0 * B[x][y][z] + B[x][y - 1][z]) +
                                 0.125 * (B[x][y][z + 1] - 2.0 * B[x][y][z] + B[x][y][z - 1]) + B[x][y][z];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 10), steps = kernel_size(argc, argv, 2, 4);
    double(*A)[n][n] = kernel_doubles((size_t)n * n * n, 0, 1), (*B)[n][n] = kernel_doubles((size_t)n * n * n, 0, 1);
    kernel_start();
    heat_3d(n, steps, A, B);
    kernel_stop();
    kernel_hash(A, sizeof(double[n][n][n]));
    kernel_hash(B, sizeof(double[n][n][n]));
    kernel_print(A[n / 2][n / 2][n / 2]);
    free(A);
    free(B);
    return 0;
}
