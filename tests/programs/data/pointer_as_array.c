// Pointer parameters subscripted like arrays, some of them to malloc'ed memory.
// run: 0
// run: 7
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void prefix(int n, const short *restrict in, long *restrict out)
{
#pragma scop
    out[0] = 0;
    for (int i = 0; i < n; i++)
        out[i + 1] = out[i] + in[i];
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3;
    short *in = malloc((n + 1) * sizeof(*in));
    long *out = malloc((n + 1) * sizeof(*out)), sum = 0;
    for (int i = 0; i < n; i++)
        in[i] = (short)(5 - 2 * i);
    prefix(n, in, out);
    for (int i = 0; i <= n; i++)
        sum += (i + 1) * out[i];
    printf("%ld\n", sum);
    free(in);
    free(out);
    return 0;
}
