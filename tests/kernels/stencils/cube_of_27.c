// All 27 neighbours of each cell of a box, weighted by how many axes they differ in.
// run: 3 3 3 1
// run: 4 6 5 2
// run: 15 17 13 3
// bench: 150 150 150 20
#include "../kernel.h"

static void sweep(int nz, int ny, int nx, int steps, const float by_axes[restrict 4], float now[restrict nz][ny][nx],
                  float next[restrict nz][ny][nx])
{
#pragma scop
    for (int t = 0; t < steps; t++) {
        for (int z = 1; z < nz - 1; z++)
            for (int y = 1; y < ny - 1; y++)
                for (int x = 1; x < nx - 1; x++) {
                    float faces = now[z - 1][y][x] + now[z + 1][y][x] + now[z][y - 1][x] + now[z][y + 1][x] +
                                  now[z][y][x - 1] + now[z][y][x + 1];
                    float edges = now[z - 1][y - 1][x] + now[z - 1][y + 1][x] + now[z + 1][y - 1][x] +
                                  now[z + 1][y + 1][x] + now[z - 1][y][x - 1] + now[z - 1][y][x + 1] +
                                  now[z + 1][y][x - 1] + now[z + 1][y][x + 1] + now[z][y - 1][x - 1] +
                                  now[z][y - 1][x + 1] + now[z][y + 1][x - 1] + now[z][y + 1][x + 1];
                    float corners = now[z - 1][y - 1][x - 1] + now[z - 1][y - 1][x + 1] + now[z - 1][y + 1][x - 1] +
                                    now[z - 1][y + 1][x + 1] + now[z + 1][y - 1][x - 1] + now[z + 1][y - 1][x + 1] +
                                    now[z + 1][y + 1][x - 1] + now[z + 1][y + 1][x + 1];
                    next[z][y][x] = by_axes[0] * now[z][y][x] + by_axes[1] * faces + by_axes[2] * edges +
                                    by_axes[3] * corners;
                }
        for (int z = 1; z < nz - 1; z++)
            for (int y = 1; y < ny - 1; y++)
                for (int x = 1; x < nx - 1; x++)
                    now[z][y][x] = next[z][y][x];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int nz = kernel_size(argc, argv, 1, 6), ny = kernel_size(argc, argv, 2, 6), nx = kernel_size(argc, argv, 3, 6);
    int steps = kernel_size(argc, argv, 4, 2);
    static const float by_axes[4] = {0.25f, 0.0625f, 0.015625f, 0.0234375f};
    float(*now)[ny][nx] = kernel_floats((size_t)nz * ny * nx, -1, 1);
    float(*next)[ny][nx] = kernel_zeros((size_t)nz * ny * nx, sizeof(float));
    kernel_start();
    sweep(nz, ny, nx, steps, by_axes, now, next);
    kernel_stop();
    kernel_hash(now, sizeof(float[nz][ny][nx]));
    kernel_hash(next, sizeof(float[nz][ny][nx]));
    kernel_print(now[nz / 2][ny / 2][nx / 2]);
    free(now);
    free(next);
    return 0;
}
