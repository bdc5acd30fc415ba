// A colour image sharpened: blurred in two passes, and what differs enough from the blur is made to differ more.
// run: 5 5
// run: 8 11
// run: 41 37
// bench: 1000 1200
#include "../kernel.h"

static void unsharp(int h, int w, float amount, float threshold, const float tap[restrict 5],
                    float in[restrict 3][h][w], float down[restrict 3][h][w], float blurred[restrict 3][h][w],
                    float out[restrict 3][h][w])
{
#pragma scop
    for (int c = 0; c < 3; c++) {
        for (int y = 2; y < h - 2; y++)
            for (int x = 0; x < w; x++)
                down[c][y][x] = tap[0] * in[c][y - 2][x] + tap[1] * in[c][y - 1][x] + tap[2] * in[c][y][x] +
                                tap[3] * in[c][y + 1][x] + tap[4] * in[c][y + 2][x];
        for (int y = 2; y < h - 2; y++)
            for (int x = 2; x < w - 2; x++)
                blurred[c][y][x] = tap[0] * down[c][y][x - 2] + tap[1] * down[c][y][x - 1] + tap[2] * down[c][y][x] +
                                   tap[3] * down[c][y][x + 1] + tap[4] * down[c][y][x + 2];
        for (int y = 2; y < h - 2; y++)
            for (int x = 2; x < w - 2; x++)
                out[c][y][x] = fabsf(in[c][y][x] - blurred[c][y][x]) < threshold
                                   ? in[c][y][x]
                                   : in[c][y][x] * (1 + amount) - blurred[c][y][x] * amount;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int h = kernel_size(argc, argv, 1, 12), w = kernel_size(argc, argv, 2, 12);
    static const float tap[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};
    size_t cells = (size_t)3 * h * w;
    float(*in)[h][w] = kernel_floats(cells, 0, 1), (*down)[h][w] = kernel_zeros(cells, sizeof(float));
    float(*blurred)[h][w] = kernel_zeros(cells, sizeof(float)), (*out)[h][w] = kernel_zeros(cells, sizeof(float));
    kernel_start();
    unsharp(h, w, 3, 0.125f, tap, in, down, blurred, out);
    kernel_stop();
    kernel_hash(down, sizeof(float[3][h][w]));
    kernel_hash(blurred, sizeof(float[3][h][w]));
    kernel_hash(out, sizeof(float[3][h][w]));
    kernel_print(out[1][h / 2][w / 2]);
    free(in);
    free(down);
    free(blurred);
    free(out);
    return 0;
}
