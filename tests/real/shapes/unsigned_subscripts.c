// run: 5 7
// run: 40 33
// run: 1 0
// parallel: 11
// kernels: 9
/* Linear subscripts in unsigned arithmetic: they wrap around modulo 2^32, which "shifted" makes use of. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static void product(unsigned n, const double *A, const double *B, double *C)
{
    unsigned i, j, k;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            double s = 0;
            for (k = 0; k < n; k++)
                s += A[i * n + k] * B[k * n + j];
            C[i * n + j] = s;
        }
}

static void blur(unsigned width, unsigned height, const float *in, float *out)
{
    for (unsigned y = 1; y < height - 1; y++)
        for (unsigned x = 1; x < width - 1; x++)
            out[y * width + x] = in[y * width + x - 1] + in[y * width + x + 1] + in[(y - 1) * width + x] +
                                 in[(y + 1) * width + x];
}

static void channels(uint32_t n, uint32_t c, uint32_t h, uint32_t w, float *y, const float *bias)
{
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < c; k++)
            for (uint32_t p = 0; p < h * w; p++)
                y[(i * c + k) * h * w + p] += bias[k];
}

static void in_rows(unsigned rows, unsigned cols, float *a)
{
    for (unsigned i = 0; i < rows; i++) {
        float *row = a + i * cols;
        for (unsigned j = 0; j < cols; j++)
            row[j] = row[j] * 2 + i;
    }
}

static void by_index(unsigned rows, unsigned cols, float *a)
{
    for (unsigned i = 0; i < rows; i++)
        for (unsigned j = 0; j < cols; j++) {
            int at = i * cols + j;
            a[at] += at;
        }
}

static void upside_down(unsigned rows, unsigned cols, float *a)
{
    for (unsigned y = 0; y < rows / 2; y++)
        for (unsigned x = 0; x < cols; x++) {
            float t = a[y * cols + x];
            a[y * cols + x] = a[(rows - 1 - y) * cols + x];
            a[(rows - 1 - y) * cols + x] = t;
        }
}

/* Pixels of four and three bytes. */
static void pixels(int w, int h, unsigned char *restrict to, const unsigned char *restrict from)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            to[(y * w + x) * 4] = from[(y * w + x) * 3 + 2];
            to[(y * w + x) * 4 + 1] = from[(y * w + x) * 3 + 1];
            to[(y * w + x) * 4 + 2] = from[(y * w + x) * 3];
            to[(y * w + x) * 4 + 3] = 255;
        }
}

/* With ld = 2^32 - 1, row i is the first one moved back by i elements: the rows depend on each other. */
__attribute__((noinline)) static void shifted(unsigned rows, unsigned ld, unsigned from, unsigned to, float *a)
{
    for (unsigned i = 0; i < rows; i++)
        for (unsigned j = from; j < to; j++)
            a[i * ld + j] = a[i * ld + j] * 0.5f + i;
}

static float *make(size_t n)
{
    float *a = malloc((n + 1) * sizeof *a);
    for (size_t i = 0; i <= n; i++)
        a[i] = i % 17 - 3.f;
    return a;
}

static void show(const char *name, size_t n, const float *a)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum = sum * 0.75 + a[i];
    printf("%s %.9g\n", name, sum);
}

int main(int argc, char **argv)
{
    unsigned n = argc > 2 ? atoi(argv[1]) : 5, m = argc > 2 ? atoi(argv[2]) : 7;
    double *A = calloc(n * n + 1, sizeof *A), *C = calloc(n * n + 1, sizeof *C);
    for (unsigned i = 0; i < n * n; i++)
        A[i] = i % 13;
    product(n, A, A, C);
    printf("product %.9g %.9g\n", C[0], C[n * n - 1]);
    float *a = make(n * m * 6), *b = make(n * m * 6);
    if (n > 2 && m > 2) /* the loops of "blur" would not end in time otherwise */
        blur(m, n, a, b);
    show("blur", n * m, b);
    channels(2, 3, n, m, a, b);
    in_rows(n, m, a);
    by_index(n, m, a);
    upside_down(n, m, a);
    show("channels, rows, index", n * m * 6, a);
    unsigned char *to = calloc(n * m * 4 + 1, 1);
    pixels(m, n, to, (unsigned char *)b);
    for (unsigned i = 0; i < n * m * 4; i += 7)
        printf("%d ", to[i]);
    shifted(3, m, 0, m, a);
    shifted(3, 4294967295u, 3, n + 3, b);
    show("\nshifted", n * m, a);
    show("shifted", n + 3, b);
    return 0;
}
