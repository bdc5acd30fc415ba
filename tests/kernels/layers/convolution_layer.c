// A layer of a network: each output channel is the sum of all input channels under masks, plus a bias, cut at zero.
// run: 1 1 1 3 3
// run: 2 3 2 6 7
// run: 2 5 4 13 11
// bench: 4 32 16 66 66
#include "../kernel.h"

static void convolve(int images, int outs, int ins, int h, int w, float in[restrict images][ins][h][w],
                     float mask[restrict outs][ins][3][3], float bias[restrict outs],
                     float out[restrict images][outs][h - 2][w - 2])
{
#pragma scop
    for (int b = 0; b < images; b++)
        for (int o = 0; o < outs; o++)
            for (int y = 0; y < h - 2; y++)
                for (int x = 0; x < w - 2; x++) {
                    out[b][o][y][x] = bias[o];
                    for (int i = 0; i < ins; i++)
                        for (int dy = 0; dy < 3; dy++)
                            for (int dx = 0; dx < 3; dx++)
                                out[b][o][y][x] += mask[o][i][dy][dx] * in[b][i][y + dy][x + dx];
                    out[b][o][y][x] = out[b][o][y][x] > 0 ? out[b][o][y][x] : 0;
                }
#pragma endscop
}

int main(int argc, char **argv)
{
    int images = kernel_size(argc, argv, 1, 2), outs = kernel_size(argc, argv, 2, 3),
        ins = kernel_size(argc, argv, 3, 2);
    int h = kernel_size(argc, argv, 4, 8), w = kernel_size(argc, argv, 5, 8);
    float(*in)[ins][h][w] = kernel_floats((size_t)images * ins * h * w, -1, 1);
    float(*mask)[ins][3][3] = kernel_floats((size_t)outs * ins * 9, -1, 1), *bias = kernel_floats(outs, 1, 3);
    float(*out)[outs][h - 2][w - 2] = kernel_zeros((size_t)images * outs * (h - 2) * (w - 2), sizeof(float));
    kernel_start();
    convolve(images, outs, ins, h, w, in, mask, bias, out);
    kernel_stop();
    kernel_hash(out, sizeof(float[images][outs][h - 2][w - 2]));
    kernel_print(out[images - 1][outs / 2][(h - 2) / 2][(w - 2) / 2]);
    free(in);
    free(mask);
    free(bias);
    free(out);
    return 0;
}
