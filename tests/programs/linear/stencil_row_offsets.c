// Rows above and below reached by adding and subtracting the row length itself.
// run: 2 2
// run: 4 5
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void vertical(int h, int w, const int *in, int *out)
{
#pragma scop
    for (int y = 1; y < h - 1; y++)
        for (int x = 0; x < w; x++) {
            out[x + w * y] = in[x + w * y - w];
            out[x + w * y] -= in[w * y + w + x];
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    int h = argc > 1 ? atoi(argv[1]) : 3, w = argc > 2 ? atoi(argv[2]) : 3;
    int in[h * w], out[h * w], sum = 0;
    for (int i = 0; i < h * w; i++)
        in[i] = i * 5 % 13, out[i] = 1;
    vertical(h, w, in, out);
    for (int i = 0; i < h * w; i++)
        sum += (i + 1) * out[i];
    printf("%d\n", sum);
    return 0;
}
