// No encapsulation: the guarded writes are may-writes, the rest of the body stays exact.
// run: 0
// run: 8
// flags: --no-encapsulate-dynamic-control
// expect: may
#include <stdio.h>
#include <stdlib.h>

static void rectify(int n, const int *in, int *out, int *square)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        out[i] = in[i];
        if (in[i] < 0)
            out[i] = 0;
        square[i] = in[i] * in[i];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, in[n + 1], out[n + 1], square[n + 1], sum = 0;
    for (int i = 0; i < n; i++)
        in[i] = i * 3 % 7 - 3;
    rectify(n, in, out, square);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * (out[i] + 10 * square[i]);
    printf("%d\n", sum);
    return 0;
}
