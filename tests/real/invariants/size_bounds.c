// run: 37 11
// run: 1 1
// run: 0 5
// parallel: 6
// kernels: 5
// size_t and int mixed: bounds and indices of one type in terms of the other, loops that count down to zero.
#include <stdio.h>
#include <stdlib.h>

static void spread(float *restrict a, const float *restrict b, int n, size_t m)
{
    for (int i = 0; i < n; i++)
        for (size_t j = 0; j < m; j++)
            a[i * m + j] = b[i * 16 + j] + 1;
}

static void countdown(float *restrict a, float *restrict b, int n)
{
    for (int i = n - 1; i >= 0; i--)
        a[i] = a[i] / (i + 1);
    for (size_t i = n; i-- > 0;)
        b[i] += i;
}

static void halves(double *restrict a, int n)
{
    size_t half = n / 2;
    for (size_t i = 0; i < half; i++)
        a[i] += a[half + i];
}

static void previous(const double *restrict from, double *restrict to, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] = from[i - 1] * 0.5;
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]), m = atoi(argv[2]);
    float *a = calloc(n * m + n + 16, sizeof(float)), *b = calloc(16 * n + 16, sizeof(float));
    double c[64], d[64];
    for (int i = 0; i < 16 * n + 16; i++)
        b[i] = i % 13;
    for (int i = 0; i < 64; i++)
        c[i] = d[i] = i;
    spread(a, b, n, m);
    countdown(a, b, n);
    halves(c, n);
    previous(c + 1, d, n);
    double sum = 0;
    for (int i = 0; i < n * m + n; i++)
        sum = sum * 0.96875 + a[i];
    for (int i = 0; i < 16 * n; i++)
        sum = sum * 0.96875 + b[i];
    for (int i = 0; i < 64; i++)
        sum = sum * 0.96875 + c[i] + d[i];
    printf("%a\n", sum);
    free(a);
    free(b);
    return argc < 3;
}
