/* Sixteen colors for an image by k-means: each pixel goes to the nearest color, each color to the mean of its pixels. */
#include "gallery.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SIZE 640
#define N (SIZE * SIZE)
#define K 16
#define STEPS 10

static float pixel[N][3], center[K][3];
static int nearest[N];
static unsigned char picture[N][3];

static void assign(void)
{
    for (int i = 0; i < N; i++) {
        float least = INFINITY;
        for (int k = 0; k < K; k++) {
            float distance = 0;
            for (int c = 0; c < 3; c++)
                distance += (pixel[i][c] - center[k][c]) * (pixel[i][c] - center[k][c]);
            if (distance < least) {
                least = distance;
                nearest[i] = k;
            }
        }
    }
}

static void update(void)
{
    int count[K] = {0};
    double sum[K][3] = {{0}};
    for (int i = 0; i < N; i++) {
        count[nearest[i]]++;
        for (int c = 0; c < 3; c++)
            sum[nearest[i]][c] += pixel[i][c];
    }
    for (int k = 0; k < K; k++)
        for (int c = 0; c < 3; c++)
            if (count[k] > 0)
                center[k][c] = (float)(sum[k][c] / count[k]);
}

int main(int argc, char **argv)
{
    for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < SIZE; x++) {
            float u = (float)x / SIZE, v = (float)y / SIZE, r = hypotf(u - 0.6f, v - 0.4f);
            pixel[y * SIZE + x][0] = 0.5f + 0.5f * sinf(9 * u + 4 * v);
            pixel[y * SIZE + x][1] = r < 0.25f ? 0.9f - 2 * r : 0.4f * v;
            pixel[y * SIZE + x][2] = 0.5f + 0.5f * cosf(25 * r);
        }
    for (int k = 0; k < K; k++)
        memcpy(center[k], pixel[(k * 7919L * 53) % N], sizeof(center[k]));
    double begin = now();
    for (int t = 0; t < STEPS; t++) {
        assign();
        update();
    }
    print_time(now() - begin);
    double error = 0;
    for (int i = 0; i < N; i++)
        for (int c = 0; c < 3; c++) {
            float d = pixel[i][c] - center[nearest[i]][c];
            error += d * d;
            picture[i][c] = (unsigned char)(255 * center[nearest[i]][c]);
        }
    printf("mean error %.9g\n", error / N);
    write_color(argc > 1 ? argv[1] : "kmeans.png", SIZE, SIZE, &picture[0][0]);
    return 0;
}
