// A helper with an affine result in a subscript.
// run: 1
// run: 2
// run: 7
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static inline int clamp(int x, int low, int high)
{
    return x < low ? low : x > high ? high : x;
}

static void blur(int n, const int *in, int *out)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        out[i] = 0;
        for (int d = -2; d <= 2; d++)
            out[i] += in[clamp(i + d, 0, n - 1)];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, in[n], out[n], sum = 0;
    for (int i = 0; i < n; i++)
        in[i] = i * i + 1;
    blur(n, in, out);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * out[i];
    printf("%d\n", sum);
    return 0;
}
