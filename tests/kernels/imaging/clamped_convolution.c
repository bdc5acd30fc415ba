// A convolution that repeats the border pixels: the subscripts are clamped to the image.
// run: 1 1 1
// run: 7 5 3
// run: 37 41 5
#include "../kernel.h"

#define AT_LEAST(a, b) ((a) > (b) ? (a) : (b))
#define AT_MOST(a, b) ((a) < (b) ? (a) : (b))

static void convolve(int h, int w, int k, double mask[restrict k][k], double in[restrict h][w],
                     double out[restrict h][w])
{
#pragma scop
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            out[y][x] = 0;
            for (int dy = 0; dy < k; dy++)
                for (int dx = 0; dx < k; dx++)
                    out[y][x] += mask[dy][dx] *
                                 in[AT_MOST(AT_LEAST(y + dy - 2, 0), h - 1)][AT_MOST(AT_LEAST(x + dx - 2, 0), w - 1)];
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    int h = kernel_size(argc, argv, 1, 10), w = kernel_size(argc, argv, 2, 9), k = kernel_size(argc, argv, 3, 5);
    double(*mask)[k] = kernel_doubles((size_t)k * k, -1, 1), (*in)[w] = kernel_doubles((size_t)h * w, 0, 1);
    double(*out)[w] = kernel_zeros((size_t)h * w, sizeof(double));
    kernel_start();
    convolve(h, w, k, mask, in, out);
    kernel_stop();
    kernel_hash(out, sizeof(double[h][w]));
    kernel_print(out[h / 2][w / 2]);
    free(mask);
    free(in);
    free(out);
    return 0;
}
