// Relaxation in place, forward and then backward through the plane, again and again.
// run: 2 1
// run: 8 2
// run: 40 4
// gpu: hexagons
// bench: 1500 10
#include "../kernel.h"

static void relax(int n, int steps, float u[restrict n][n], float f[restrict n][n])
{
#pragma scop
    for (int t = 0; t < steps; t++) {
        for (int y = 1; y < n - 1; y++)
            for (int x = 1; x < n - 1; x++)
                u[y][x] = 0.25f * (u[y - 1][x] + u[y + 1][x] + u[y][x - 1] + u[y][x + 1] + f[y][x]);
        for (int y = n - 2; y > 0; y--)
            for (int x = n - 2; x > 0; x--)
                u[y][x] = 0.25f * (u[y - 1][x] + u[y + 1][x] + u[y][x - 1] + u[y][x + 1] + f[y][x]);
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 12), steps = kernel_size(argc, argv, 2, 2);
    float(*u)[n] = kernel_floats((size_t)n * n, -1, 1), (*f)[n] = kernel_floats((size_t)n * n, -1, 1);
    kernel_start();
    relax(n, steps, u, f);
    kernel_stop();
    kernel_hash(u, sizeof(float[n][n]));
    kernel_print(u[n / 2][n / 2]);
    free(u);
    free(f);
    return 0;
}
