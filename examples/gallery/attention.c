/* One head of an attention layer: queries, keys and values of a sequence, softmax of the scores, weighted values. The picture
 * shows the weights. */
#include "gallery.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Tokens in a sequence, and numbers in a token. */
#define LENGTH 768
#define WIDTH 128

/* A matrix of "n" numbers in rows. */
static void *make(int n, float scale, unsigned seed)
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
static void multiply(int n, int m, int k, float a[restrict n][k], float b[restrict k][m], float c[restrict n][m])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            c[i][j] = 0;
            for (int l = 0; l < k; l++)
                c[i][j] += a[i][l] * b[l][j];
        }
}

/* What each token asks for, offers and gives: q, k and v; how much each one of the tokens listens to each of the others; and what
 * it hears. */
static void attend(int n, int d, float query[d][d], float key[d][d], float value[d][d], float x[restrict n][d],
                   float q[restrict n][d], float k[restrict n][d], float v[restrict n][d], float weight[restrict n][n],
                   float y[restrict n][d])
{
    float scale = 1 / sqrtf((float)d);
    multiply(n, d, d, x, query, q);
    multiply(n, d, d, x, key, k);
    multiply(n, d, d, x, value, v);
    for (int i = 0; i < n; i++) {
        float most = -INFINITY, sum = 0;
        for (int j = 0; j < n; j++) {
            float score = 0;
            for (int l = 0; l < d; l++)
                score += q[i][l] * k[j][l];
            weight[i][j] = score * scale;
            most = weight[i][j] > most ? weight[i][j] : most;
        }
        for (int j = 0; j < n; j++) {
            weight[i][j] = expf(weight[i][j] - most);
            sum += weight[i][j];
        }
        for (int j = 0; j < n; j++)
            weight[i][j] /= sum;
    }
    multiply(n, d, n, weight, v, y);
}

int main(int argc, char **argv)
{
    int n = LENGTH, d = WIDTH;
    float(*query)[d] = make(d * d, 0.5f, 1), (*key)[d] = make(d * d, 0.5f, 1), (*value)[d] = make(d * d, 0.5f, 3);
    float(*x)[d] = make(n * d, 2, 4), (*q)[d] = make(n * d, 0, 0), (*k)[d] = make(n * d, 0, 0);
    float(*v)[d] = make(n * d, 0, 0), (*weight)[n] = make(n * n, 0, 0), (*y)[d] = make(n * d, 0, 0);
    for (int i = 128; i < n; i++) /* tokens that come again, in one order and in the other */
        for (int l = 0; l < d; l++)
            x[i][l] = x[i / 128 % 2 ? 127 - i % 128 : i % 128][l];
    double begin = now();
    for (int t = 0; t < 4; t++) {
        attend(n, d, query, key, value, x, q, k, v, weight, y);
        for (int i = 0; i < n; i++)
            for (int l = 0; l < d; l++)
                x[i][l] = 0.5f * (x[i][l] + y[i][l]);
    }
    print_time(now() - begin);
    unsigned char *picture = malloc((size_t)n * (size_t)n);
    if (!picture)
        return 1;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float w = 255 * sqrtf(8 * weight[i][j]);
            picture[i * n + j] = (unsigned char)(w > 255 ? 0 : 255 - w);
        }
    write_gray(argc > 1 ? argv[1] : "attention.png", n, n, picture);
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int l = 0; l < d; l++)
            sum += y[i][l];
    printf("sum of the outputs %.9g\n", sum);
    return 0;
}
