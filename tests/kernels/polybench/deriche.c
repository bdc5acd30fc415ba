// An image smoothed by Deriche's recursive filter: along each row to and fro, then along each column to and fro.
// run: 1 2
// run: 9 7
// run: 53 61
// bench: 4096 2160
// bench-gpu: 7680 4320
#include "../kernel.h"

static void deriche(int w, int h, float alpha, float in[w][h], float out[w][h], float to[w][h], float fro[w][h])
{
    float decay, gain, now, before, behind, back1, back2, in1, in2, out1, out2;
#pragma scop
    decay = expf(-alpha);
    gain = (1.0f - decay) * (1.0f - decay) / (1.0f + 2.0f * alpha * decay - decay * decay);
    now = gain;
    before = gain * decay * (alpha - 1.0f);
    behind = gain * decay * (alpha + 1.0f);
    back1 = 2.0f * decay;
    back2 = -decay * decay;
    for (int x = 0; x < w; x++) {
        in1 = 0.0f;
        out1 = 0.0f;
        out2 = 0.0f;
        for (int y = 0; y < h; y++) {
            to[x][y] = now * in[x][y] + before * in1 + back1 * out1 + back2 * out2;
            in1 = in[x][y];
            out2 = out1;
            out1 = to[x][y];
        }
    }
    for (int x = 0; x < w; x++) {
        in1 = 0.0f;
        in2 = 0.0f;
        out1 = 0.0f;
        out2 = 0.0f;
        for (int y = h - 1; y >= 0; y--) {
            fro[x][y] = behind * in1 + gain * back2 * in2 + back1 * out1 + back2 * out2;
            in2 = in1;
            in1 = in[x][y];
            out2 = out1;
            out1 = fro[x][y];
        }
    }
    for (int x = 0; x < w; x++)
        for (int y = 0; y < h; y++)
            out[x][y] = to[x][y] + fro[x][y];
    for (int y = 0; y < h; y++) {
        in1 = 0.0f;
        out1 = 0.0f;
        out2 = 0.0f;
        for (int x = 0; x < w; x++) {
            to[x][y] = now * out[x][y] + before * in1 + back1 * out1 + back2 * out2;
            in1 = out[x][y];
            out2 = out1;
            out1 = to[x][y];
        }
    }
    for (int y = 0; y < h; y++) {
        in1 = 0.0f;
        in2 = 0.0f;
        out1 = 0.0f;
        out2 = 0.0f;
        for (int x = w - 1; x >= 0; x--) {
            fro[x][y] = behind * in1 + gain * back2 * in2 + back1 * out1 + back2 * out2;
            in2 = in1;
            in1 = out[x][y];
            out2 = out1;
            out1 = fro[x][y];
        }
    }
    for (int x = 0; x < w; x++)
        for (int y = 0; y < h; y++)
            out[x][y] = to[x][y] + fro[x][y];
#pragma endscop
}

int main(int argc, char **argv)
{
    int w = kernel_size(argc, argv, 1, 40), h = kernel_size(argc, argv, 2, 30);
    float(*in)[h] = kernel_floats((size_t)w * h, 0, 1), (*out)[h] = kernel_zeros((size_t)w * h, sizeof(float));
    float(*to)[h] = kernel_zeros((size_t)w * h, sizeof(float)), (*fro)[h] = kernel_zeros((size_t)w * h, sizeof(float));
    kernel_start();
    deriche(w, h, 0.25f, in, out, to, fro);
    kernel_stop();
    kernel_hash(out, sizeof(float[w][h]));
    kernel_hash(to, sizeof(float[w][h]));
    kernel_hash(fro, sizeof(float[w][h]));
    kernel_print(out[w / 2][h / 2]);
    free(in);
    free(out);
    free(to);
    free(fro);
    return 0;
}
