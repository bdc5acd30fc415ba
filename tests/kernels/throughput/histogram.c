// How often each grey level occurs in an image.
// run: 1 1
// run: 5 9
// run: 47 80
// bench: 4000 4000
// bench-gpu: 32768 32768
#include "../kernel.h"

static void count_levels(const unsigned char *restrict image, int height, int width, unsigned count[restrict 256])
{
    for (int level = 0; level < 256; level++)
        count[level] = 0;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            count[image[y * width + x]]++;
}

int main(int argc, char **argv)
{
    int height = kernel_size(argc, argv, 1, 10), width = kernel_size(argc, argv, 2, 12);
    unsigned char *image = kernel_bytes((size_t)height * width, 0, 256);
    unsigned *count = kernel_zeros(256, sizeof(*count));
    kernel_start();
    count_levels(image, height, width, count);
    kernel_stop();
    kernel_hash(count, 256 * sizeof(*count));
    kernel_print(count[77]);
    free(image);
    free(count);
    return 0;
}
