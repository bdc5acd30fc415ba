// Each channel under a mask of its own with gaps in it, at every second place, zeros outside the image.
// run: 1 1 1
// run: 2 6 7
// run: 5 23 19
// bench: 64 128 128
#include "../kernel.h"

static void convolve(int channels, int h, int w, double in[restrict channels][h][w],
                     double mask[restrict channels][3][3], double out[restrict channels][(h + 1) / 2][(w + 1) / 2])
{
#pragma scop
    for (int c = 0; c < channels; c++)
        for (int y = 0; y < h; y += 2)
            for (int x = 0; x < w; x += 2) {
                double sum = 0;
                for (int dy = -1; dy <= 1; dy++)
                    for (int dx = -1; dx <= 1; dx++)
                        if (y + 2 * dy >= 0 && y + 2 * dy < h && x + 2 * dx >= 0 && x + 2 * dx < w)
                            sum += mask[c][dy + 1][dx + 1] * in[c][y + 2 * dy][x + 2 * dx];
                out[c][y / 2][x / 2] = sum;
            }
#pragma endscop
}

int main(int argc, char **argv)
{
    int channels = kernel_size(argc, argv, 1, 3), h = kernel_size(argc, argv, 2, 8), w = kernel_size(argc, argv, 3, 8);
    int oh = (h + 1) / 2, ow = (w + 1) / 2;
    double(*in)[h][w] = kernel_doubles((size_t)channels * h * w, -1, 1);
    double(*mask)[3][3] = kernel_doubles((size_t)channels * 9, -1, 1);
    double(*out)[oh][ow] = kernel_zeros((size_t)channels * oh * ow, sizeof(double));
    kernel_start();
    convolve(channels, h, w, in, mask, out);
    kernel_stop();
    kernel_hash(out, sizeof(double[channels][oh][ow]));
    kernel_print(out[channels / 2][oh / 2][ow / 2]);
    free(in);
    free(mask);
    free(out);
    return 0;
}
