// Unsigned arithmetic that wraps in the middle of a subscript and comes back into range.
// run: 0
// run: 1
// run: 6
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void rotate(unsigned n, const int *in, int *out)
{
#pragma scop
    for (unsigned i = 0; i < n; i++)
        out[i - 1 < n ? i - 1 : n - 1] = in[i];
    for (unsigned i = 0; i < n; i++)
        out[i - n + (n + 2u) - 2] += 3;
#pragma endscop
}

int main(int argc, char **argv)
{
    unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 3;
    int in[n + 1], out[n + 1], sum = 0;
    for (unsigned i = 0; i < n; i++)
        in[i] = 2 * (int)i + 1;
    rotate(n, in, out);
    for (unsigned i = 0; i < n; i++)
        sum += (int)(i + 1) * out[i];
    printf("%d\n", sum);
    return 0;
}
