// Each row of logits made shares of one: its largest element, exponentials relative to it, their sum, the quotients.
// gpu: inexact expf
// run: 1 1
// run: 5 7
// run: 33 47
// bench: 4000 1000
// bench-gpu: 16384 4096
#include "../kernel.h"

static void softmax(int rows, int width, float in[restrict rows][width], float out[restrict rows][width])
{
    for (int r = 0; r < rows; r++) {
        float largest = in[r][0];
        for (int i = 1; i < width; i++)
            largest = fmaxf(largest, in[r][i]);
        float sum = 0.0f;
        for (int i = 0; i < width; i++) {
            out[r][i] = expf(in[r][i] - largest);
            sum += out[r][i];
        }
        for (int i = 0; i < width; i++)
            out[r][i] /= sum;
    }
}

int main(int argc, char **argv)
{
    int rows = kernel_size(argc, argv, 1, 6), width = kernel_size(argc, argv, 2, 9);
    float(*in)[width] = kernel_floats((size_t)rows * width, -4, 4);
    float(*out)[width] = kernel_floats((size_t)rows * width, 0, 1);
    kernel_start();
    softmax(rows, width, in, out);
    kernel_stop();
    kernel_hash(out, sizeof(float[rows][width]));
    kernel_print(out[rows / 2][width / 2]);
    free(in);
    free(out);
    return 0;
}
