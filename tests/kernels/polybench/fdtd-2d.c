// An electromagnetic field in the plane, stepped through time with differences of its three components.
// run: 1 1 1
// run: 7 9 3
// run: 41 47 6
// gpu: hexagons
// bench: 1000 1200 500
// bench-gpu: 2000 2600 1000
#include "../kernel.h"

static void fdtd_2d(int nx, int ny, int steps, double ex[restrict nx][ny], double ey[restrict nx][ny],
                    double hz[restrict nx][ny], double source[restrict steps])
{
#pragma scop
    for (int t = 0; t < steps; t++) {
        for (int y = 0; y < ny; y++)
            ey[0][y] = source[t];
        for (int x = 1; x < nx; x++)
            for (int y = 0; y < ny; y++)
                ey[x][y] -= 0.5 * (hz[x][y] - hz[x - 1][y]);
        for (int x = 0; x < nx; x++)
            for (int y = 1; y < ny; y++)
                ex[x][y] -= 0.5 * (hz[x][y] - hz[x][y - 1]);
        for (int x = 0; x < nx - 1; x++)
            for (int y = 0; y < ny - 1; y++)
                hz[x][y] -= 0.7 * (ex[x][y + 1] - ex[x][y] + ey[x + 1][y] - ey[x][y]);
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int nx = kernel_size(argc, argv, 1, 20), ny = kernel_size(argc, argv, 2, 24), steps = kernel_size(argc, argv, 3, 8);
    double(*ex)[ny] = kernel_doubles((size_t)nx * ny, -1, 1), (*ey)[ny] = kernel_doubles((size_t)nx * ny, -1, 1);
    double(*hz)[ny] = kernel_doubles((size_t)nx * ny, -1, 1), *source = kernel_doubles(steps, -1, 1);
    kernel_start();
    fdtd_2d(nx, ny, steps, ex, ey, hz, source);
    kernel_stop();
    kernel_hash(ex, sizeof(double[nx][ny]));
    kernel_hash(ey, sizeof(double[nx][ny]));
    kernel_hash(hz, sizeof(double[nx][ny]));
    kernel_print(hz[nx / 2][ny / 2]);
    free(ex);
    free(ey);
    free(hz);
    free(source);
    return 0;
}
