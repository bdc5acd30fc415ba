// What lies above a threshold flows into its right and lower neighbours: whether it does, the data decide.
// run: 2 1
// run: 8 3
// run: 44 5
// gpu: with --shared-memory SIZES
#include "../kernel.h"

static void spill(int n, int steps, int limit, int level[n][n])
{
#pragma scop
    for (int t = 0; t < steps; t++)
        for (int y = 0; y < n - 1; y++)
            for (int x = 0; x < n - 1; x++)
                if (level[y][x] > limit) {
                    int extra = level[y][x] - limit;
                    level[y][x] -= extra;
                    level[y][x + 1] += extra / 2;
                    level[y + 1][x] += extra - extra / 2;
                }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 10), steps = kernel_size(argc, argv, 2, 2);
    int(*level)[n] = kernel_ints((size_t)n * n, 0, 100);
    kernel_start();
    spill(n, steps, 60, level);
    kernel_stop();
    kernel_hash(level, sizeof(int[n][n]));
    kernel_print(level[n - 1][n / 2]);
    free(level);
    return 0;
}
