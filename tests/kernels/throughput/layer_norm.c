// Each row shifted and scaled to mean 0 and variance 1, then scaled and shifted by what was learned.
// run: 1 1
// run: 5 7
// run: 33 47
// bench: 4000 1000
// bench-gpu: 16384 4096
#include "../kernel.h"

static void layer_norm(const float *restrict x, const float *restrict gain, const float *restrict bias,
                       float *restrict y, int rows, int width)
{
    for (int r = 0; r < rows; r++) {
        const float *in = x + r * width;
        float *out = y + r * width;
        float mean = 0.0f;
        for (int i = 0; i < width; i++)
            mean += in[i];
        mean /= width;
        float variance = 0.0f;
        for (int i = 0; i < width; i++) {
            float shifted = in[i] - mean;
            variance += shifted * shifted;
        }
        variance /= width;
        float scale = 1.0f / sqrtf(variance + 1e-5f);
        for (int i = 0; i < width; i++)
            out[i] = (in[i] - mean) * scale * gain[i] + bias[i];
    }
}

int main(int argc, char **argv)
{
    int rows = kernel_size(argc, argv, 1, 6), width = kernel_size(argc, argv, 2, 9);
    size_t size = (size_t)rows * width;
    float *x = kernel_floats(size, -1, 3), *y = kernel_floats(size, 0, 1);
    float *gain = kernel_floats(width, 0.5f, 2), *bias = kernel_floats(width, -1, 1);
    kernel_start();
    layer_norm(x, gain, bias, y, rows, width);
    kernel_stop();
    kernel_hash(y, size * sizeof(*y));
    kernel_print(y[size / 2]);
    free(x);
    free(y);
    free(gain);
    free(bias);
    return 0;
}
