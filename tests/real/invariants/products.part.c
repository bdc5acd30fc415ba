#include <stdio.h>
#include <stdlib.h>

struct image {
    int w, h, c;
    float *data;
};

void copy_planes(int n, int h, int w, const float *restrict x, float *restrict y);
void mask(struct image im, const float *restrict by);
void scale_batch(int n, int c, int h, int w, float *restrict x);
void by_factors(int n, int h, int w, float *restrict x);
void wraps(unsigned n, unsigned h, unsigned w, const int *restrict a, int *restrict b);

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2, h = argc > 2 ? atoi(argv[2]) : 2, w = argc > 3 ? atoi(argv[3]) : 2;
    int total = n * h * w;
    float *x = malloc(sizeof(float) * (total + 1)), *y = malloc(sizeof(float) * (total + h * w));
    int *a = calloc(total + h * w, sizeof(int)), *b = calloc(total + 1, sizeof(int));
    for (int i = 0; i < total; i++)
        x[i] = (float)(i % 9);
    for (int i = 0; i < total + h * w; i++) {
        a[i] = i;
        y[i] = 0;
    }
    copy_planes(n, h, w, x, y);
    mask((struct image){w, h, n, x}, y);
    scale_batch(n, 1, h, w, y);
    by_factors(n, h, w, y);
    wraps(n, h, w, a, b);
    if (n) /* 2^31 * 2 is 0 here, while the rows are 2^32 elements apart */
        wraps(n, 1u << 31, 2, a, b);
    for (int i = 0; i < total; i++)
        printf("%g %g %d\n", x[i], y[i], b[i]);
    return 0;
}
