// Iterators and bounds of type size_t; the second loop needs its guard because n - 1 may wrap.
// check: no for n beyond 2^63 - 1, of which no array can have elements, the generated loop runs no instance
// run: 0
// run: 1
// run: 6
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void diffs(size_t n, float *x, float *d)
{
#pragma scop
    for (size_t i = 0; i < n; i++)
        x[i] = (float)i * 1.5f;
    for (size_t i = 0; i + 1 < n; i++)
        d[i] = x[i + 1] - x[i];
#pragma endscop
}

int main(int argc, char **argv)
{
    size_t n = argc > 1 ? (size_t)atoi(argv[1]) : 3;
    float x[n + 1], d[n + 1], sum = 0;
    diffs(n, x, d);
    for (size_t i = 0; i < n; i++)
        sum += x[i] + (i + 1 < n ? (float)(i + 1) * d[i] : 0);
    printf("%.9g\n", sum);
    return 0;
}
