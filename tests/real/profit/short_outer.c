// run: 1 9 40
// run: 5 3 17
// run: 0 4 4
// parallel: 5
// text: ^ *#pragma omp parallel for collapse\(2\)$
// text: ^#pragma omp parallel for collapse\(2\) private\(mean\)$
// text: ^ *for \(int c0 = 0; c0 <= 9[69]; c0 \+= 8\)
// text: ^ *for \(int c1 = 0; c1 <= 9[69]; c1 \+= 8\)
// text: ^ *#pragma omp parallel for schedule\(dynamic, 8\)$
/* Outer loops that are short, or may be: threads share the next loop, or both as one. Rows that become longer: a thread takes
 * a few at a time. */
#include <stdio.h>
#include <stdlib.h>

enum { BATCH = 4, SIDE = 100 };
static float input[BATCH][SIDE][SIDE][SIDE], output[BATCH][SIDE][SIDE][SIDE], weights[SIDE][SIDE];

static void fixed_batch(void)
{
    for (int b = 0; b < BATCH; b++)
        for (int i = 0; i < SIDE; i++)
            for (int j = 0; j < SIDE; j++)
                for (int k = 0; k < SIDE; k++)
                    output[b][i][j][k] = input[b][i][j][k] * 2 + weights[i][k];
}

static void any_batch(int batch, int n, int m, float to[restrict batch][n][m], float from[restrict batch][n][m])
{
    for (int b = 0; b < batch; b++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                to[b][i][j] = from[b][i][j] * 2;
}

static void centre(int batch, int n, int m, float to[restrict batch][n][m], float from[restrict batch][n][m])
{
    for (int b = 0; b < batch; b++)
        for (int i = 0; i < n; i++) {
            float mean = 0;
            for (int j = 0; j < m; j++)
                mean += from[b][i][j];
            mean = mean / m;
            for (int j = 0; j < m; j++)
                to[b][i][j] = from[b][i][j] - mean;
        }
}

static void scaled_batch(void)
{
    for (int b = 0; b < BATCH - 1; b++) {
        float most = 0;
        for (int i = 0; i < SIDE; i++)
            most = most > weights[b][i] ? most : weights[b][i];
        for (int i = 0; i < SIDE; i++)
            for (int j = 0; j < SIDE; j++)
                input[0][b][i][j] = input[1][b][i][j] * most + input[2][b][j][i];
    }
}

static void lower_triangle(int n, float to[restrict n][n], float from[restrict n][n])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            to[i][j] = from[i][j] + 1;
}

int main(int argc, char **argv)
{
    int batch = argc > 1 ? atoi(argv[1]) : 2, n = argc > 2 ? atoi(argv[2]) : 3, m = argc > 3 ? atoi(argv[3]) : 4;
    float *flat = &input[0][0][0][0], *other = &output[0][0][0][0];
    for (int i = 0; i < BATCH * SIDE * SIDE * SIDE; i++)
        flat[i] = (float)(rand() % 64) / 8;
    for (int i = 0; i < SIDE * SIDE; i++)
        weights[i / SIDE][i % SIDE] = (float)(rand() % 16);
    scaled_batch();
    fixed_batch();
    any_batch(batch, n, m, (void *)other, (void *)(flat + 20000));
    centre(batch, n, m, (void *)(other + 10000), (void *)flat);
    lower_triangle(m, (void *)(other + 20000), (void *)flat);
    unsigned sum = 0;
    for (int i = 0; i < BATCH * SIDE * SIDE * SIDE; i++)
        sum = sum * 31 + (unsigned)(int)(other[i] * 1024);
    printf("%u\n", sum);
    return 0;
}
