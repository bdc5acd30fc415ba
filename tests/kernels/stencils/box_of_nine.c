// A 3x3 box of weights moved over the plane, the weights in a small array, two arrays swapped by the parity of time.
// run: 3 3 1
// run: 6 9 4
// run: 45 37 5
// bench: 1500 1500 60
#include "../kernel.h"

static void sweep(int h, int w, int steps, const double weight[restrict 3][3], double plane[restrict 2][h][w])
{
#pragma scop
    for (int t = 0; t < steps; t++)
        for (int y = 1; y < h - 1; y++)
            for (int x = 1; x < w - 1; x++) {
                plane[(t + 1) % 2][y][x] = 0;
                for (int dy = 0; dy < 3; dy++)
                    for (int dx = 0; dx < 3; dx++)
                        plane[(t + 1) % 2][y][x] += weight[dy][dx] * plane[t % 2][y + dy - 1][x + dx - 1];
            }
#pragma endscop
}

int main(int argc, char **argv)
{
    int h = kernel_size(argc, argv, 1, 12), w = kernel_size(argc, argv, 2, 10), steps = kernel_size(argc, argv, 3, 3);
    static const double weight[3][3] = {{0.0625, 0.125, 0.0625}, {0.125, 0.25, 0.125}, {0.0625, 0.125, 0.0625}};
    double(*plane)[h][w] = kernel_doubles((size_t)2 * h * w, -1, 1);
    kernel_start();
    sweep(h, w, steps, weight, plane);
    kernel_stop();
    kernel_hash(plane, sizeof(double[2][h][w]));
    kernel_print(plane[steps % 2][h / 2][w / 2]);
    free(plane);
    return 0;
}
