// Generations of cells that live or die by the number of their neighbours; the rule is data.
// run: 3 3 2
// run: 8 6 5
// run: 40 33 9
// bench: 1024 1024 40
#include "../kernel.h"

static void live(int h, int w, int generations, const unsigned char rule[restrict 2][9],
                 unsigned char now[restrict h][w], unsigned char next[restrict h][w])
{
#pragma scop
    for (int g = 0; g < generations; g++) {
        for (int y = 1; y < h - 1; y++)
            for (int x = 1; x < w - 1; x++) {
                int neighbours = 0;
                for (int dy = -1; dy <= 1; dy++)
                    for (int dx = -1; dx <= 1; dx++)
                        if (dy != 0 || dx != 0)
                            neighbours += now[y + dy][x + dx];
                next[y][x] = rule[now[y][x]][neighbours];
            }
        for (int y = 1; y < h - 1; y++)
            for (int x = 1; x < w - 1; x++)
                now[y][x] = next[y][x];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int h = kernel_size(argc, argv, 1, 12), w = kernel_size(argc, argv, 2, 14);
    int generations = kernel_size(argc, argv, 3, 4);
    static const unsigned char rule[2][9] = {{0, 0, 0, 1, 0, 0, 0, 0, 0}, {0, 0, 1, 1, 0, 0, 0, 0, 0}};
    unsigned char(*now)[w] = kernel_bytes((size_t)h * w, 0, 2), (*next)[w] = kernel_zeros((size_t)h * w, 1);
    kernel_start();
    live(h, w, generations, rule, now, next);
    kernel_stop();
    kernel_hash(now, sizeof(unsigned char[h][w]));
    kernel_hash(next, sizeof(unsigned char[h][w]));
    kernel_print(now[h / 2][w / 2]);
    free(now);
    free(next);
    return 0;
}
