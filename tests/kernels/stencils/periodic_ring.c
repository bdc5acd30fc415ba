// Advection on a torus: what leaves at one border comes in at the opposite one, by remainders in the subscripts.
// run: 1 1 2
// run: 5 8 3
// run: 37 43 6
// bench: 1200 1200 40
#include "../kernel.h"

static void advect(int h, int w, int steps, float cx, float cy, float now[restrict h][w], float next[restrict h][w])
{
#pragma scop
    for (int t = 0; t < steps; t++) {
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                next[y][x] = now[y][x] - cx * (now[y][(x + 1) % w] - now[y][(x + w - 1) % w]) -
                             cy * (now[(y + 1) % h][x] - now[(y + h - 1) % h][x]);
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                now[y][x] = next[y][x];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int h = kernel_size(argc, argv, 1, 10), w = kernel_size(argc, argv, 2, 12), steps = kernel_size(argc, argv, 3, 4);
    float(*now)[w] = kernel_floats((size_t)h * w, 0, 1), (*next)[w] = kernel_zeros((size_t)h * w, sizeof(float));
    kernel_start();
    advect(h, w, steps, 0.25f, 0.125f, now, next);
    kernel_stop();
    kernel_hash(now, sizeof(float[h][w]));
    kernel_hash(next, sizeof(float[h][w]));
    kernel_print(now[h / 2][w / 2]);
    free(now);
    free(next);
    return 0;
}
