/* One head of an attention layer: queries, keys and values of a sequence, softmax of the scores, weighted values. The picture
 * shows the weights. */
#include "gallery.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct layer {
    int length, width;          /* of the sequence, of a token */
    float *query, *key, *value; /* weights: width by width */
};

static float *make(int n, float scale, unsigned seed)
{
    float *x = malloc(sizeof(float) * (size_t)n);
    if (!x)
        exit(1);
    for (int i = 0; i < n; i++) {
        seed = seed * 1664525u + 1013904223u;
        x[i] = scale * ((float)(seed >> 8) / 16777216.f - 0.5f);
    }
    return x;
}

/* c = a b, with a of n rows and k columns, and b of k rows and m columns. */
static void multiply(int n, int m, int k, const float *restrict a, const float *restrict b, float *restrict c)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float sum = 0;
            for (int l = 0; l < k; l++)
                sum += a[i * k + l] * b[l * m + j];
            c[i * m + j] = sum;
        }
}

static void attend(const struct layer *layer, const float *restrict x, float *restrict q, float *restrict k,
                   float *restrict v, float *restrict weight, float *restrict y)
{
    int n = layer->length, d = layer->width;
    float scale = 1 / sqrtf((float)d);
    multiply(n, d, d, x, layer->query, q);
    multiply(n, d, d, x, layer->key, k);
    multiply(n, d, d, x, layer->value, v);
    for (int i = 0; i < n; i++) {
        float most = -INFINITY, sum = 0;
        for (int j = 0; j < n; j++) {
            float score = 0;
            for (int l = 0; l < d; l++)
                score += q[i * d + l] * k[j * d + l];
            weight[i * n + j] = score * scale;
            most = weight[i * n + j] > most ? weight[i * n + j] : most;
        }
        for (int j = 0; j < n; j++) {
            weight[i * n + j] = expf(weight[i * n + j] - most);
            sum += weight[i * n + j];
        }
        for (int j = 0; j < n; j++)
            weight[i * n + j] /= sum;
    }
    multiply(n, d, n, weight, v, y);
}

int main(int argc, char **argv)
{
    struct layer layer = {768, 128, NULL, NULL, NULL};
    int n = layer.length, d = layer.width;
    layer.query = make(d * d, 0.5f, 1);
    layer.key = make(d * d, 0.5f, 1);
    layer.value = make(d * d, 0.5f, 3);
    float *x = make(n * d, 2, 4), *q = make(n * d, 0, 0), *k = make(n * d, 0, 0), *v = make(n * d, 0, 0);
    float *weight = make(n * n, 0, 0), *y = make(n * d, 0, 0);
    for (int i = 128; i < n; i++) /* tokens that come again, in one order and in the other */
        for (int l = 0; l < d; l++)
            x[i * d + l] = x[(i / 128 % 2 ? 127 - i % 128 : i % 128) * d + l];
    double begin = now();
    for (int t = 0; t < 4; t++) {
        attend(&layer, x, q, k, v, weight, y);
        for (int i = 0; i < n * d; i++)
            x[i] = 0.5f * (x[i] + y[i]);
    }
    print_time(now() - begin);
    unsigned char *picture = malloc((size_t)n * (size_t)n);
    if (!picture)
        return 1;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float w = 255 * sqrtf(8 * weight[i * n + j]);
            picture[i * n + j] = (unsigned char)(w > 255 ? 0 : 255 - w);
        }
    write_gray(argc > 1 ? argv[1] : "attention.png", n, n, picture);
    double sum = 0;
    for (int i = 0; i < n * d; i++)
        sum += y[i];
    printf("sum of the outputs %.9g\n", sum);
    return 0;
}
