// run: 7 5
// run: 1 1
// run: 0 4
// run: 6 0
// parallel: 5
// kernels: 3
/* Images by rows: a pointer that jumps from the end of a row to the next, one per row, two rows at a time. */
#include "images.h"

void shade(unsigned char *image, int width, int height, int stride, int value)
{
    unsigned char *p = image;
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++)
            *p++ = (unsigned char)(x * y + value);
        p += stride - width;
    }
}

void blend(float *to, const float *from, int width, int height, size_t to_stride, size_t from_stride)
{
    for (int y = 0; y < height; y++, to += to_stride, from += from_stride) {
        float *d = to;
        const float *s = from;
        int left = width;
        while (left > 0) {
            *d = 0.5f * *d + 0.5f * *s;
            d++, s++;
            left--;
        }
    }
}

void halve(float *to, const float *from, int width, int height)
{
    for (int y = 0; y < height; y++) {
        const float *upper = from + 2 * y * (2 * width), *lower = upper + 2 * width;
        for (int x = 0; x < width; x++) {
            *to++ = 0.25f * (upper[0] + upper[1] + lower[0] + lower[1]);
            upper += 2;
            lower += 2;
        }
    }
}

int border(float *image, int width, int height)
{
    float *top = image, *bottom = image + (height - 1) * width;
    int n = 0;
    for (int x = 0; x < width; x++) {
        *top++ = 1;
        *bottom++ = 2;
        n += 2;
    }
    return n + (int)(bottom - top);
}
