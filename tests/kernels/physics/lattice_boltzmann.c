// A fluid as nine streams of particles per cell: they move to the neighbours of a periodic plane, then collide.
// run: 1 1 1
// run: 4 5 3
// run: 23 19 4
// bench: 500 500 30
#include "../kernel.h"

static const int CX[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, CY[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const double SHARE[9] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};

static void flow(int h, int w, int steps, double relax, double f[restrict 9][h][w], double moved[restrict 9][h][w])
{
#pragma scop
    for (int t = 0; t < steps; t++) {
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                moved[0][y][x] = f[0][y][x];
                moved[1][y][(x + 1) % w] = f[1][y][x];
                moved[2][(y + 1) % h][x] = f[2][y][x];
                moved[3][y][(x + w - 1) % w] = f[3][y][x];
                moved[4][(y + h - 1) % h][x] = f[4][y][x];
                moved[5][(y + 1) % h][(x + 1) % w] = f[5][y][x];
                moved[6][(y + 1) % h][(x + w - 1) % w] = f[6][y][x];
                moved[7][(y + h - 1) % h][(x + w - 1) % w] = f[7][y][x];
                moved[8][(y + h - 1) % h][(x + 1) % w] = f[8][y][x];
            }
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                double density = 0, ux = 0, uy = 0;
                for (int q = 0; q < 9; q++) {
                    density += moved[q][y][x];
                    ux += CX[q] * moved[q][y][x];
                    uy += CY[q] * moved[q][y][x];
                }
                ux /= density;
                uy /= density;
                for (int q = 0; q < 9; q++) {
                    double along = 3 * (CX[q] * ux + CY[q] * uy);
                    double rest = SHARE[q] * density * (1 + along + 0.5 * along * along - 1.5 * (ux * ux + uy * uy));
                    f[q][y][x] = moved[q][y][x] - relax * (moved[q][y][x] - rest);
                }
            }
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int h = kernel_size(argc, argv, 1, 8), w = kernel_size(argc, argv, 2, 8), steps = kernel_size(argc, argv, 3, 2);
    double(*f)[h][w] = kernel_doubles((size_t)9 * h * w, 0.1, 0.2);
    double(*moved)[h][w] = kernel_zeros((size_t)9 * h * w, sizeof(double));
    kernel_start();
    flow(h, w, steps, 1.2, f, moved);
    kernel_stop();
    kernel_hash(f, sizeof(double[9][h][w]));
    kernel_hash(moved, sizeof(double[9][h][w]));
    kernel_print(f[5][h / 2][w / 2]);
    free(f);
    free(moved);
    return 0;
}
