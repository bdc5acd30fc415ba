// Loops of a few iterations, as in decoders and small-matrix code, are no work for threads: the number of iterations is
// known, and one run takes less time than it takes to wake a thread.
// run:
// flags: --parallel-threshold=40000
// parallel: 0
// says: 21:5: note: loop .*on one thread
#include <stdio.h>

struct block {
    float scale;
    signed char q[32];
};

static float weights[4][4], left[4][4], right[4][4];
static float row[256], other[256];
static struct block blocks[8];

/* A 4 x 4 product. */
void product(void)
{
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            for (int k = 0; k < 4; k++)
                weights[i][j] += left[i][k] * right[k][j];
}

/* Two groups of 32 numbers. */
void groups(void)
{
    for (int j = 0; j < 256; j += 128)
        for (int l = 0; l < 32; l++)
            row[j + l] = other[j + l] * 0.5f + 1.0f;
}

/* Eight blocks of 32 quantized numbers. */
void dequantize(void)
{
    for (int b = 0; b < 8; b++)
        for (int l = 0; l < 32; l++)
            row[b * 32 + l] = blocks[b].scale * (float)blocks[b].q[l];
}

int main(void)
{
    for (int i = 0; i < 256; i++)
        other[i] = (float)(i % 7);
    for (int b = 0; b < 8; b++)
        for (int l = 0; l < 32; l++)
            blocks[b].q[l] = (signed char)(b * l - 100);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            left[i][j] = (float)(i + j);
            right[i][j] = (float)(i - 2 * j);
        }
    product();
    groups();
    float sum = 0;
    for (int i = 0; i < 256; i++)
        sum += row[i];
    dequantize();
    for (int i = 0; i < 256; i++)
        sum += row[i] * (float)i;
    printf("%g %g %g\n", (double)sum, (double)weights[1][2], (double)weights[3][3]);
    return 0;
}
