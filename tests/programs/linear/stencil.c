// A five-point stencil with all offsets written into the linear subscript.
// run: 1 1
// run: 3 3
// run: 4 6
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void relax(int h, int w, const float *in, float *out)
{
#pragma scop
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out[y * w + x] = in[(y - 1) * w + x] + in[(y + 1) * w + x] + in[y * w + x - 1] +
                             in[y * w + x + 1] - 4 * in[y * w + x];
#pragma endscop
}

int main(int argc, char **argv)
{
    int h = argc > 1 ? atoi(argv[1]) : 3, w = argc > 2 ? atoi(argv[2]) : 3;
    float in[h * w], out[h * w], sum = 0;
    for (int i = 0; i < h * w; i++)
        in[i] = i * 7 % 10, out[i] = 1;
    relax(h, w, in, out);
    for (int i = 0; i < h * w; i++)
        sum += (i + 1) * out[i];
    printf("%.9g\n", sum);
    return 0;
}
