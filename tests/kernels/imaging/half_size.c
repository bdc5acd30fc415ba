// An image halved by means of four pixels, and brought back to its size by interpolation.
// run: 2 2
// run: 8 6
// run: 50 44
// bench: 2000 2000
#include "../kernel.h"

static void halve(int h, int w, float in[restrict h][w], float small[restrict h / 2][w / 2], float out[restrict h][w])
{
#pragma scop
    for (int y = 0; y < h / 2; y++)
        for (int x = 0; x < w / 2; x++)
            small[y][x] = 0.25f *
                          (in[2 * y][2 * x] + in[2 * y][2 * x + 1] + in[2 * y + 1][2 * x] + in[2 * y + 1][2 * x + 1]);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            if (y % 2 == 0 || y == h - 1)
                out[y][x] = x % 2 == 0 || x == w - 1 ? small[y / 2][x / 2]
                                                     : 0.5f * (small[y / 2][x / 2] + small[y / 2][x / 2 + 1]);
            else if (x % 2 == 0 || x == w - 1)
                out[y][x] = 0.5f * (small[y / 2][x / 2] + small[y / 2 + 1][x / 2]);
            else
                out[y][x] = 0.25f * (small[y / 2][x / 2] + small[y / 2][x / 2 + 1] + small[y / 2 + 1][x / 2] +
                                     small[y / 2 + 1][x / 2 + 1]);
#pragma endscop
}

int main(int argc, char **argv)
{
    int h = kernel_size(argc, argv, 1, 12), w = kernel_size(argc, argv, 2, 10);
    float(*in)[w] = kernel_floats((size_t)h * w, 0, 1), (*out)[w] = kernel_zeros((size_t)h * w, sizeof(float));
    float(*small)[w / 2] = kernel_zeros((size_t)(h / 2) * (w / 2), sizeof(float));
    kernel_start();
    halve(h, w, in, small, out);
    kernel_stop();
    kernel_hash(small, sizeof(float[h / 2][w / 2]));
    kernel_hash(out, sizeof(float[h][w]));
    kernel_print(out[h / 2][w / 2]);
    free(in);
    free(small);
    free(out);
    return 0;
}
