// Attention with several heads: scores of queries and keys, made shares of one row by row, weigh the values.
// gpu: inexact expf
// run: 1 1 1
// run: 2 6 5
// run: 3 35 17
// bench: 4 700 64
// bench-gpu: 16 4096 64
#include "../kernel.h"

static void attention(int heads, int length, int width, const float *restrict q, const float *restrict k,
                      const float *restrict v, float *restrict scores, float *restrict out)
{
    float scale = 1.0f / sqrtf((float)width);
    for (int h = 0; h < heads; h++) {
        for (int i = 0; i < length; i++) {
            for (int j = 0; j < length; j++) {
                float dot = 0.0f;
                for (int d = 0; d < width; d++)
                    dot += q[(h * length + i) * width + d] * k[(h * length + j) * width + d];
                scores[(h * length + i) * length + j] = dot * scale;
            }
            float largest = scores[(h * length + i) * length];
            for (int j = 1; j < length; j++)
                if (scores[(h * length + i) * length + j] > largest)
                    largest = scores[(h * length + i) * length + j];
            float sum = 0.0f;
            for (int j = 0; j < length; j++) {
                float e = expf(scores[(h * length + i) * length + j] - largest);
                scores[(h * length + i) * length + j] = e;
                sum += e;
            }
            for (int j = 0; j < length; j++)
                scores[(h * length + i) * length + j] /= sum;
            for (int d = 0; d < width; d++) {
                float acc = 0.0f;
                for (int j = 0; j < length; j++)
                    acc += scores[(h * length + i) * length + j] * v[(h * length + j) * width + d];
                out[(h * length + i) * width + d] = acc;
            }
        }
    }
}

int main(int argc, char **argv)
{
    int heads = kernel_size(argc, argv, 1, 3), length = kernel_size(argc, argv, 2, 20);
    int width = kernel_size(argc, argv, 3, 8);
    size_t size = (size_t)heads * length * width;
    float *q = kernel_floats(size, -1, 1), *k = kernel_floats(size, -1, 1), *v = kernel_floats(size, -1, 1);
    float *out = kernel_floats(size, 0, 1), *scores = kernel_floats((size_t)heads * length * length, 0, 1);
    kernel_start();
    attention(heads, length, width, q, k, v, scores, out);
    kernel_stop();
    kernel_hash(out, size * sizeof(*out));
    kernel_print(out[size / 2]);
    free(q);
    free(k);
    free(v);
    free(out);
    free(scores);
    return 0;
}
