// run: 23 9 6
// run: 1 2 3
// parallel: 11
// kernels: 5
// memset() and memcpy() among loops: rows filled and copied, sizes with and without the size of an element, buffers that are
// reused in every iteration, rows that overlap, and structures, for which no loop over elements stands.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pair {
    int a;
    double b;
};

static float wide[40][24];

static void shift(float *out, const float *in, int batch, int steps, int width)
{
    for (int b = 0; b < batch; b++)
        for (int t = 0; t < steps; t++) {
            float *o = out + (b * steps + t) * width;
            memcpy(o, in + (b * steps + t) * width, width * sizeof(float));
            for (int c = 0; c < width; c++)
                o[c] += c * 0.5f;
        }
}

static void lower(double m[restrict 40][40], int n)
{
    for (int i = 0; i < n; i++) {
        memset(m[i], 0, sizeof(double) * n);
        for (int j = 0; j < i; j++)
            m[i][j] = i * j + 0.25;
    }
}

static void words(char (*text)[8], int n)
{
    for (int i = 0; i < n; i++) {
        memset(text[i], 'a' + i % 26, 7);
        text[i][7] = 0;
    }
}

static void collect(float *restrict sums, const float *restrict x, int n, int m)
{
    float part[16];
    for (int i = 0; i < n; i++) {
        memset(part, 0, sizeof part);
        for (int k = 0; k < m; k++)
            part[k % 16] += x[i * m + k];
        memcpy(&sums[i * 16], part, sizeof(part));
    }
}

static void clear(int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 24; j++)
            wide[i][j] = i - j;
    memset(wide[0], 0, sizeof(wide[0]));
    memcpy(wide[n], wide[n / 2], 24 * sizeof(**wide));
    for (int i = 0; i <= n; i++)
        for (int j = 0; j < 24; j++)
            wide[i][j] *= 1.5f;
}

static void records(struct pair *p, int n)
{
    memset(p, 0, n * sizeof(*p));
    for (int i = 0; i < n; i++)
        p[i].a = i;
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]), t = atoi(argv[2]), c = atoi(argv[3]);
    float *in = malloc(sizeof(float) * n * t * c), *out = malloc(sizeof(float) * n * t * c), *sums = malloc(64 * n);
    static double m[40][40];
    char text[26][8];
    struct pair pairs[5];
    for (int i = 0; i < n * t * c; i++)
        in[i] = i % 37;
    shift(out, in, n, t, c);
    shift(in + c, in, 1, t - 1, c);
    lower(m, n);
    words(text, 26);
    collect(sums, out, n, t * c);
    clear(n);
    records(pairs, 5);
    double sum = pairs[4].a + pairs[3].b;
    for (int i = 0; i < n * t * c; i++)
        sum = sum * 0.96875 + in[i] + out[i];
    for (int i = 0; i < 16 * n; i++)
        sum = sum * 0.96875 + sums[i];
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 24; j++)
            sum = sum * 0.96875 + wide[i][j] + m[i][j] + text[i % 26][j % 8];
    printf("%a\n", sum);
    free(in);
    free(out);
    free(sums);
    return argc < 4;
}
