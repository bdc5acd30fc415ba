// One helper called several times in a statement, with different slices and sizes.
// run: 2
// run: 5
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static long sum_of(int n, const int *v)
{
    long s = 0;
    for (int i = 0; i < n; i++)
        s += v[i];
    return s;
}

static void halves(int n, int *v, long *out)
{
#pragma scop
    for (int k = 1; k < n; k++)
        out[k] = sum_of(k, v) - sum_of(n - k, v + k);
    out[0] = sum_of(n, &v[0]) * sum_of(2, v);
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, v[n];
    long out[n], sum = 0;
    for (int i = 0; i < n; i++)
        v[i] = 3 * i - 4;
    halves(n, v, out);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * out[i];
    printf("%ld\n", sum);
    return 0;
}
