// An image pyramid: each level is the one before, blurred by five taps along both axes and halved; all levels lie one
// behind the other.
// run: 4 4 1
// run: 21 18 2
// run: 70 83 4
// bench: 4000 4000 5
// bench-gpu: 16384 16384 6
#include "../kernel.h"

static void halve(int height, int width, const float *restrict in, float *restrict rows, float *restrict out)
{
    int half_height = height / 2, half_width = width / 2;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < half_width; x++) {
            int far_left = 2 * x - 2 < 0 ? 0 : 2 * x - 2, left = 2 * x - 1 < 0 ? 0 : 2 * x - 1;
            int right = 2 * x + 1 > width - 1 ? width - 1 : 2 * x + 1;
            int far_right = 2 * x + 2 > width - 1 ? width - 1 : 2 * x + 2;
            rows[y * half_width + x] = (in[y * width + far_left] + 4 * in[y * width + left] +
                                        6 * in[y * width + 2 * x] + 4 * in[y * width + right] +
                                        in[y * width + far_right]) *
                                       (1.0f / 16);
        }
    for (int y = 0; y < half_height; y++)
        for (int x = 0; x < half_width; x++) {
            int above2 = 2 * y - 2 < 0 ? 0 : 2 * y - 2, above = 2 * y - 1 < 0 ? 0 : 2 * y - 1;
            int below = 2 * y + 1 > height - 1 ? height - 1 : 2 * y + 1;
            int below2 = 2 * y + 2 > height - 1 ? height - 1 : 2 * y + 2;
            out[y * half_width + x] = (rows[above2 * half_width + x] + 4 * rows[above * half_width + x] +
                                       6 * rows[2 * y * half_width + x] + 4 * rows[below * half_width + x] +
                                       rows[below2 * half_width + x]) *
                                      (1.0f / 16);
        }
}

static void build_pyramid(int height, int width, int levels, float *pyramid, float *rows)
{
    float *level = pyramid;
    for (int l = 0; l < levels; l++) {
        float *next = level + (size_t)height * width;
        halve(height, width, level, rows, next);
        level = next;
        height /= 2;
        width /= 2;
    }
}

int main(int argc, char **argv)
{
    int height = kernel_size(argc, argv, 1, 20), width = kernel_size(argc, argv, 2, 24);
    int levels = kernel_size(argc, argv, 3, 2);
    size_t size = (size_t)height * width;
    float *pyramid = kernel_floats(2 * size, 0, 256), *rows = kernel_zeros(size, sizeof(*rows));
    kernel_start();
    build_pyramid(height, width, levels, pyramid, rows);
    kernel_stop();
    kernel_hash(pyramid, 2 * size * sizeof(*pyramid));
    kernel_print(pyramid[size]);
    free(pyramid);
    free(rows);
    return 0;
}
