// Edges of a grey image: slopes in 16 bits, their size cut to a byte, marked above a threshold.
// run: 3 3
// run: 7 10
// run: 45 52
// bench: 2000 2000
#include "../kernel.h"

static void edges(int h, int w, int threshold, const unsigned char in[restrict h][w], short across[restrict h][w],
                  short along[restrict h][w], unsigned char out[restrict h][w])
{
#pragma scop
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            across[y][x] = (short)(in[y - 1][x + 1] + 2 * in[y][x + 1] + in[y + 1][x + 1] - in[y - 1][x - 1] -
                                   2 * in[y][x - 1] - in[y + 1][x - 1]);
            along[y][x] = (short)(in[y + 1][x - 1] + 2 * in[y + 1][x] + in[y + 1][x + 1] - in[y - 1][x - 1] -
                                  2 * in[y - 1][x] - in[y - 1][x + 1]);
        }
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            int size = abs(across[y][x]) + abs(along[y][x]);
            out[y][x] = (unsigned char)(size > 255 ? 255 : size);
            if (out[y][x] < threshold)
                out[y][x] = 0;
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    int h = kernel_size(argc, argv, 1, 12), w = kernel_size(argc, argv, 2, 11);
    unsigned char(*in)[w] = kernel_bytes((size_t)h * w, 0, 256), (*out)[w] = kernel_zeros((size_t)h * w, 1);
    short(*across)[w] = kernel_zeros((size_t)h * w, sizeof(short)), (*along)[w] = kernel_zeros((size_t)h * w, 2);
    kernel_start();
    edges(h, w, 70, (const unsigned char(*)[w])in, across, along, out);
    kernel_stop();
    kernel_hash(across, sizeof(short[h][w]));
    kernel_hash(along, sizeof(short[h][w]));
    kernel_hash(out, sizeof(unsigned char[h][w]));
    kernel_print(out[h / 2][w / 2]);
    free(in);
    free(out);
    free(across);
    free(along);
    return 0;
}
