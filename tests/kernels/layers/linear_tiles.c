// Products, transposes and sums whose arrays have linear subscripts: with rows longer than what is used of them, with a last row
// that ends early, with parts of squares, and with three dimensions in one subscript.
// run: 1 1 1
// run: 5 7 3
// run: 33 65 20
// run: 70 40 33
// gpu: with --device=h200
// gpu: with --device=h200 --shared-memory --tile-size=8
// gpu: Oclgrind --device=h200
#include "../kernel.h"

/* Products with rows of "stride" elements; the last ones end where what is used ends. */
static void multiply(int n, int m, int depth, int stride, const float *restrict a, const float *restrict b,
                     float *restrict c)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < depth; k++)
                c[i * stride + j] += a[i * stride + k] * b[k * stride + j];
}

/* The last row that is read has one element. */
static void multiply_corners(int n, int stride, const double *restrict a, const double *restrict b, double *restrict c)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n - i && k < n - j; k++)
                c[i * n + j] += a[i * stride + k] * b[k * stride + j];
}

static void transpose(int n, int m, int stride, const short *restrict in, short *restrict out)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            out[j * n + i] = in[i * stride + j];
}

static void add_transposed(int n, const float *restrict in, float *restrict out)
{
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            out[i * n + j] += 2 * in[j * n + i];
}

/* Planes, transposed one by one. */
static void turn_planes(int n, int m, int depth, const int *restrict in, int *restrict out)
{
    for (int p = 0; p < depth; p++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                out[(p * m + j) * n + i] = in[(p * n + i) * m + j] ^ p;
}

/* The end of an array is the end of its memory: a sanitizer sees what is read behind it. */
static void *elements(size_t n, size_t size, int first)
{
    unsigned char *all = kernel_zeros(n, size);
    for (size_t i = 0; i < n; i++)
        if (size == sizeof(float))
            ((float *)all)[i] = (float)((int)(i * 37 + first) % 64 - 31) / 16;
        else if (size == sizeof(double))
            ((double *)all)[i] = (double)((int)(i * 41 + first) % 128 - 61) / 32;
        else
            ((short *)all)[i] = (short)(i * 7 + first);
    return all;
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 19), m = kernel_size(argc, argv, 2, 23), depth = kernel_size(argc, argv, 3, 9);
    int most = n > m ? n : m, stride = (most > depth ? most : depth) + 5;
    size_t n_a = (size_t)(n - 1) * stride + depth, n_b = (size_t)(depth - 1) * stride + m;
    size_t n_c = (size_t)(n - 1) * stride + m, n_corners = (size_t)(n - 1) * stride + 1;
    float *a = elements(n_a, sizeof(*a), 1), *b = elements(n_b, sizeof(*b), 2), *c = elements(n_c, sizeof(*c), 3);
    double *corners = elements(n_corners, sizeof(*corners), 4), *others = elements(n_corners, sizeof(*others), 5);
    double *squares = elements((size_t)n * n, sizeof(*squares), 6);
    short *in = elements(n_c, sizeof(*in), 7), *out = elements((size_t)n * m, sizeof(*out), 8);
    float *half = elements((size_t)n * n, sizeof(*half), 9), *sums = elements((size_t)n * n, sizeof(*sums), 10);
    size_t n_all = (size_t)n * m * depth;
    int *planes = elements(n_all, sizeof(*planes), 11), *turned = elements(n_all, sizeof(*turned), 12);
    kernel_start();
    multiply(n, m, depth, stride, a, b, c);
    multiply_corners(n, stride, corners, others, squares);
    transpose(n, m, stride, in, out);
    add_transposed(n, half, sums);
    turn_planes(n, m, depth, planes, turned);
    kernel_stop();
    kernel_hash(c, n_c * sizeof(*c));
    kernel_hash(squares, sizeof(double[n][n]));
    kernel_hash(out, sizeof(short[n][m]));
    kernel_hash(sums, sizeof(float[n][n]));
    kernel_hash(turned, n_all * sizeof(*turned));
    kernel_print(squares[n * n / 2]);
    free(a), free(b), free(c), free(corners), free(others), free(squares), free(in), free(out), free(half), free(sums);
    free(planes), free(turned);
    return 0;
}
