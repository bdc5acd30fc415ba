// The largest of each 2x2 block of each channel, and where it was.
// run: 1 1 1
// run: 2 6 9
// run: 3 40 33
// bench: 32 512 512
#include "../kernel.h"

static void pool(int channels, int h, int w, const float in[restrict channels][h][w],
                 float top[restrict channels][h / 2 + 1][w / 2 + 1], int place[restrict channels][h / 2 + 1][w / 2 + 1])
{
#pragma scop
    for (int c = 0; c < channels; c++)
        for (int y = 0; y + 1 < h; y += 2)
            for (int x = 0; x + 1 < w; x += 2) {
                top[c][y / 2][x / 2] = in[c][y][x];
                place[c][y / 2][x / 2] = 0;
                for (int k = 1; k < 4; k++)
                    if (in[c][y + k / 2][x + k % 2] > top[c][y / 2][x / 2]) {
                        top[c][y / 2][x / 2] = in[c][y + k / 2][x + k % 2];
                        place[c][y / 2][x / 2] = k;
                    }
            }
#pragma endscop
}

int main(int argc, char **argv)
{
    int channels = kernel_size(argc, argv, 1, 2), h = kernel_size(argc, argv, 2, 8), w = kernel_size(argc, argv, 3, 8);
    int oh = h / 2 + 1, ow = w / 2 + 1;
    float(*in)[h][w] = kernel_floats((size_t)channels * h * w, -1, 1);
    float(*top)[oh][ow] = kernel_zeros((size_t)channels * oh * ow, sizeof(float));
    int(*place)[oh][ow] = kernel_zeros((size_t)channels * oh * ow, sizeof(int));
    kernel_start();
    pool(channels, h, w, (const float(*)[h][w])in, top, place);
    kernel_stop();
    kernel_hash(top, sizeof(float[channels][oh][ow]));
    kernel_hash(place, sizeof(int[channels][oh][ow]));
    kernel_print(top[channels / 2][oh / 2][ow / 2]);
    free(in);
    free(top);
    free(place);
    return 0;
}
