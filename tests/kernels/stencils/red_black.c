// Relaxation of a plane in two colours, like the fields of a chess board: first all red cells, then all black ones.
// run: 3 1
// run: 8 3
// run: 51 6
// gpu: hexagons
// bench: 2000 50
#include "../kernel.h"

static void relax(int n, int steps, double over, double u[restrict n][n], double f[restrict n][n])
{
#pragma scop
    for (int t = 0; t < steps; t++)
        for (int color = 0; color < 2; color++)
            for (int y = 1; y < n - 1; y++)
                for (int x = 1 + (y + color) % 2; x < n - 1; x += 2)
                    u[y][x] = (1 - over) * u[y][x] +
                              over * 0.25 * (u[y - 1][x] + u[y + 1][x] + u[y][x - 1] + u[y][x + 1] - f[y][x]);
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 16), steps = kernel_size(argc, argv, 2, 4);
    double(*u)[n] = kernel_doubles((size_t)n * n, -1, 1), (*f)[n] = kernel_doubles((size_t)n * n, -1, 1);
    kernel_start();
    relax(n, steps, 1.5, u, f);
    kernel_stop();
    kernel_hash(u, sizeof(double[n][n]));
    kernel_print(u[n / 2][n / 2]);
    free(u);
    free(f);
    return 0;
}
