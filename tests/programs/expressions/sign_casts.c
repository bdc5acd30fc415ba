// Casts between signed and unsigned, and widening casts, around affine expressions.
// run: 1
// run: 6
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void mixed(unsigned n, long *v)
{
#pragma scop
    for (int i = 0; i < (int)n; i++)
        v[i] = (long)i - (int)n;
    for (unsigned i = 0; i < n; i++)
        v[(int)i] += (long)(unsigned)i;
    for (long i = (long)n - 1; i >= 0; i--)
        v[(size_t)i] *= 2;
#pragma endscop
}

int main(int argc, char **argv)
{
    unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 3;
    long v[n], sum = 0;
    mixed(n, v);
    for (unsigned i = 0; i < n; i++)
        sum = 3 * sum + v[i];
    printf("%ld\n", sum);
    return 0;
}
