// Transport against the wind: the data tell on which side the neighbour is taken.
// run: 3 2
// run: 9 4
// run: 57 9
#include "../kernel.h"

static void transport(int n, int steps, const double wind[restrict n][n], double now[restrict n][n],
                      double next[restrict n][n])
{
#pragma scop
    for (int t = 0; t < steps; t++) {
        for (int y = 1; y < n - 1; y++)
            for (int x = 1; x < n - 1; x++) {
                double slope;
                if (wind[y][x] > 0)
                    slope = now[y][x] - now[y][x - 1];
                else
                    slope = now[y][x + 1] - now[y][x];
                next[y][x] = now[y][x] - wind[y][x] * slope;
            }
        for (int y = 1; y < n - 1; y++)
            for (int x = 1; x < n - 1; x++)
                now[y][x] = next[y][x];
        for (int x = 0; x < n; x++) {
            now[0][x] = now[1][x];
            now[n - 1][x] = now[n - 2][x];
        }
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 12), steps = kernel_size(argc, argv, 2, 3);
    double(*wind)[n] = kernel_doubles((size_t)n * n, -0.5, 0.5), (*now)[n] = kernel_doubles((size_t)n * n, 0, 1);
    double(*next)[n] = kernel_zeros((size_t)n * n, sizeof(double));
    kernel_start();
    transport(n, steps, (const double(*)[n])wind, now, next);
    kernel_stop();
    kernel_hash(now, sizeof(double[n][n]));
    kernel_hash(next, sizeof(double[n][n]));
    kernel_print(now[n / 2][n / 2]);
    free(wind);
    free(now);
    free(next);
    return 0;
}
