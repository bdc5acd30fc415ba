// A plane of numbers under a square mask of odd width; the border stays as it was.
// run: 1 1 0
// run: 6 9 1
// run: 41 38 2
// bench: 2000 2000 3
// bench-gpu: 8192 8192 3
#include "../kernel.h"

static void convolve(int height, int width, int radius, const float *restrict in, const float *restrict mask,
                     float *restrict out)
{
    int side = 2 * radius + 1;
    for (int y = radius; y < height - radius; y++)
        for (int x = radius; x < width - radius; x++) {
            float sum = 0.0f;
            for (int dy = -radius; dy <= radius; dy++)
                for (int dx = -radius; dx <= radius; dx++)
                    sum += in[(y + dy) * width + x + dx] * mask[(dy + radius) * side + dx + radius];
            out[y * width + x] = sum;
        }
}

int main(int argc, char **argv)
{
    int height = kernel_size(argc, argv, 1, 12), width = kernel_size(argc, argv, 2, 15);
    int radius = kernel_size(argc, argv, 3, 1), side = 2 * radius + 1;
    size_t size = (size_t)height * width;
    float *in = kernel_floats(size, 0, 1), *out = kernel_zeros(size, sizeof(*out));
    float *mask = kernel_floats((size_t)side * side, -1, 1);
    kernel_start();
    convolve(height, width, radius, in, mask, out);
    kernel_stop();
    kernel_hash(out, size * sizeof(*out));
    kernel_print(out[size / 2]);
    free(in);
    free(out);
    free(mask);
    return 0;
}
