// Whole structures assigned, between variables and between array elements.
// run: 1
// run: 6
// expect: exact
#include <stdio.h>
#include <stdlib.h>

struct pair {
    short key;
    double value;
};

static struct pair best;

static void shift(int n, struct pair *p)
{
#pragma scop
    best = p[n - 1];
    for (int i = n - 1; i > 0; i--)
        p[i] = p[i - 1];
    p[0] = best;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3;
    struct pair p[n];
    double sum = 0;
    for (int i = 0; i < n; i++)
        p[i].key = (short)(9 - i), p[i].value = 0.5 * i;
    shift(n, p);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * (p[i].key + 3 * p[i].value);
    printf("%.17g %d %g\n", sum, best.key, best.value);
    return 0;
}
