// A fluid in a box as streams of particles in structures: pulled from the neighbours, thrown back at the walls.
// run: 3 3 1
// run: 5 6 3
// run: 25 21 4
#include "../kernel.h"

struct cell {
    float rest, east, north, west, south;
};

static void flow(int h, int w, int steps, struct cell now[restrict h][w], struct cell next[restrict h][w])
{
#pragma scop
    for (int t = 0; t < steps; t++) {
        for (int y = 1; y < h - 1; y++)
            for (int x = 1; x < w - 1; x++) {
                float rest = now[y][x].rest;
                float east = x == 1 ? now[y][x].west : now[y][x - 1].east;
                float west = x == w - 2 ? now[y][x].east : now[y][x + 1].west;
                float north = y == 1 ? now[y][x].south : now[y - 1][x].north;
                float south = y == h - 2 ? now[y][x].north : now[y + 1][x].south;
                float mean = 0.2f * (rest + east + west + north + south);
                next[y][x].rest = rest + 0.5f * (mean - rest);
                next[y][x].east = east + 0.5f * (mean - east);
                next[y][x].west = west + 0.5f * (mean - west);
                next[y][x].north = north + 0.5f * (mean - north);
                next[y][x].south = south + 0.5f * (mean - south);
            }
        for (int y = 1; y < h - 1; y++)
            for (int x = 1; x < w - 1; x++)
                now[y][x] = next[y][x];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int h = kernel_size(argc, argv, 1, 8), w = kernel_size(argc, argv, 2, 8), steps = kernel_size(argc, argv, 3, 2);
    struct cell(*now)[w] = kernel_floats((size_t)5 * h * w, 0, 1);
    struct cell(*next)[w] = kernel_zeros((size_t)h * w, sizeof(struct cell));
    kernel_start();
    flow(h, w, steps, now, next);
    kernel_stop();
    kernel_hash(now, sizeof(struct cell[h][w]));
    kernel_hash(next, sizeof(struct cell[h][w]));
    kernel_print(now[h / 2][w / 2].east);
    free(now);
    free(next);
    return 0;
}
