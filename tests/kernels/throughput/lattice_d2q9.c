// A fluid in a channel by the lattice Boltzmann method D2Q9: nine populations per cell, pulled from the neighbours, relaxed
// towards equilibrium, thrown back at solid cells.
// run: 3 3 1
// run: 6 7 2
// run: 33 29 3
// bench: 600 600 20
// bench-gpu: 4096 4096 20
#include "../kernel.h"

#define Q 9

static const int cx[Q] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int cy[Q] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const int opposite[Q] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
static const float weight[Q] = {4.0f / 9,  1.0f / 9,  1.0f / 9,  1.0f / 9, 1.0f / 9,
                                1.0f / 36, 1.0f / 36, 1.0f / 36, 1.0f / 36};

static void step(int h, int w, float omega, float from[restrict Q][h][w], float to[restrict Q][h][w],
                 unsigned char solid[restrict h][w])
{
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            float f[Q], rho = 0, ux = 0, uy = 0;
            for (int q = 0; q < Q; q++) {
                f[q] = from[q][y - cy[q]][x - cx[q]];
                rho += f[q];
                ux += f[q] * cx[q];
                uy += f[q] * cy[q];
            }
            ux /= rho;
            uy /= rho;
            for (int q = 0; q < Q; q++) {
                float along = 3 * (cx[q] * ux + cy[q] * uy);
                float equal = weight[q] * rho * (1 + along + 0.5f * along * along - 1.5f * (ux * ux + uy * uy));
                to[q][y][x] = solid[y][x] ? f[opposite[q]] : f[q] + omega * (equal - f[q]);
            }
        }
}

static void run(int h, int w, int steps, float omega, float a[restrict Q][h][w], float b[restrict Q][h][w],
                unsigned char solid[restrict h][w])
{
    for (int t = 0; t < steps; t++) {
        step(h, w, omega, a, b, solid);
        step(h, w, omega, b, a, solid);
    }
}

int main(int argc, char **argv)
{
    int h = kernel_size(argc, argv, 1, 8), w = kernel_size(argc, argv, 2, 10), steps = kernel_size(argc, argv, 3, 2);
    float(*a)[h][w] = kernel_floats((size_t)Q * h * w, 0.05f, 0.15f), (*b)[h][w] = kernel_zeros(Q, sizeof(*b));
    unsigned char(*solid)[w] = kernel_bytes((size_t)h * w, 0, 2);
    for (int q = 0; q < Q; q++)
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                b[q][y][x] = a[q][y][x];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            solid[y][x] = solid[y][x] && (x * 7 + y * 3) % 5 == 0;
    kernel_start();
    run(h, w, steps, 1.2f, a, b, solid);
    kernel_stop();
    kernel_hash(a, Q * sizeof(*a));
    kernel_print(a[1][h / 2][w / 2]);
    free(a);
    free(b);
    free(solid);
    return 0;
}
