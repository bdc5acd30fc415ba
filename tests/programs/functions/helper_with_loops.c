// A helper with a loop nest, local scalars and a local array, called for each block.
// run: 1
// run: 3
// expect: exact
#include <stdio.h>
#include <stdlib.h>

#define BLOCK 4

static void sort_free_transform(int in[BLOCK], int out[BLOCK])
{
    int t[BLOCK];
    for (int i = 0; i < BLOCK; i++) {
        t[i] = 0;
        for (int j = 0; j <= i; j++)
            t[i] += in[j];
    }
    for (int i = 0; i < BLOCK; i++)
        out[BLOCK - 1 - i] = t[i];
}

static void blocks(int n, int in[n][BLOCK], int out[n][BLOCK])
{
#pragma scop
    for (int b = 0; b < n; b++)
        sort_free_transform(in[b], out[b]);
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2, in[n][BLOCK], out[n][BLOCK], sum = 0;
    for (int i = 0; i < n * BLOCK; i++)
        in[i / BLOCK][i % BLOCK] = i * 3 % 7;
    blocks(n, in, out);
    for (int i = 0; i < n * BLOCK; i++)
        sum += (i + 1) * out[i / BLOCK][i % BLOCK];
    printf("%d\n", sum);
    return 0;
}
