// Rows whose size is a product: x[b * h * w + i] with i < h * w. The same array indexed by its factors alone, and an unsigned
// product that could wrap around.
// run: 3 4 5
// run: 0 2 3
// parallel: 4
// kernels: 4
#include <stddef.h>

struct image {
    int w, h, c;
    float *data;
};

void copy_planes(int n, int h, int w, const float *restrict x, float *restrict y)
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < h * w; i++)
            y[k * h * w + i] = x[i];
}

void mask(struct image im, const float *restrict by)
{
    for (int k = 0; k < im.c; k++)
        for (int i = 0; i < im.w * im.h; i++)
            im.data[i + k * im.w * im.h] += by[k * im.h * im.w + i];
}

void scale_batch(int n, int c, int h, int w, float *restrict x)
{
    for (int b = 0; b < n; b++) {
        int size = c * h * w;
        for (int i = 0; i < size; i++)
            x[b * size + i] *= 2;
    }
}

void by_factors(int n, int h, int w, float *restrict x)
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < h; i++)
            for (int j = 0; j < w; j++)
                x[(k * h + i) * w + j] += (float)(i - j);
}

void wraps(unsigned n, unsigned h, unsigned w, const int *restrict a, int *restrict b)
{
    for (unsigned k = 0; k < n; k++)
        for (unsigned i = 0; i < h * w; i++)
            b[(size_t)k * h * w + i] += a[i];
}
