// A helper returns results through pointers to scalars of the region.
// run: 0
// run: 7
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void divide(int a, int b, int *quotient, int *remainder)
{
    *quotient = a / b;
    *remainder = a % b;
}

static void split(int n, int *v, int *w)
{
    int q = 0, r = 0;
#pragma scop
    for (int i = 0; i < n; i++) {
        divide(v[i], 3, &q, &r);
        v[i] = q;
        w[i] = r;
    }
#pragma endscop
    printf("%d %d\n", q, r);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, v[n + 1], w[n + 1], sum = 0;
    for (int i = 0; i < n; i++)
        v[i] = 5 * i + 1;
    split(n, v, w);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * (v[i] + 10 * w[i]);
    printf("%d\n", sum);
    return 0;
}
