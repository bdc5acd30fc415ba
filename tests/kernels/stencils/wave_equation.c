// Waves on a membrane: three levels of time in turn, chosen by the remainder of the time, fixed at the border.
// run: 3 2
// run: 8 5
// run: 41 13
// gpu: with --hybrid --shared-memory
// gpu: with --hybrid SMALL_HEXAGONS
// gpu: Oclgrind --hybrid --shared-memory --max-shared-memory=32768
// gpu: hexagons
// bench: 1200 60
#include "../kernel.h"

static void waves(int n, int steps, double courant, double level[3][n][n])
{
#pragma scop
    for (int t = 2; t < steps + 2; t++)
        for (int y = 1; y < n - 1; y++)
            for (int x = 1; x < n - 1; x++)
                level[t % 3][y][x] = 2 * level[(t - 1) % 3][y][x] - level[(t - 2) % 3][y][x] +
                                     courant * (level[(t - 1) % 3][y - 1][x] + level[(t - 1) % 3][y + 1][x] +
                                                level[(t - 1) % 3][y][x - 1] + level[(t - 1) % 3][y][x + 1] -
                                                4 * level[(t - 1) % 3][y][x]);
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 16), steps = kernel_size(argc, argv, 2, 6);
    double(*level)[n][n] = kernel_zeros((size_t)3 * n * n, sizeof(double));
    for (int t = 0; t < 2; t++)
        for (int y = 1; y < n - 1; y++)
            for (int x = 1; x < n - 1; x++)
                level[t][y][x] = kernel_random() - 0.5;
    kernel_start();
    waves(n, steps, 0.25, level);
    kernel_stop();
    kernel_hash(level, sizeof(double[3][n][n]));
    kernel_print(level[(steps + 1) % 3][n / 2][n / 2]);
    free(level);
    return 0;
}
