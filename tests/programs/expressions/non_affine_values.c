// Non-affine arithmetic on iterators as values only: products, bit operations, quotients of variables.
// run: 0
// run: 1
// run: 7
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void values(int n, int *v, double *d)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        v[i] = i * i * n - (i ^ n);
        d[i] = (double)i / (i + 1) + 1e-3;
        v[i] += n % (i + 1) + (i << i % 4) + (n | i);
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, v[n + 1];
    double d[n + 1], sum = 0;
    values(n, v, d);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * v[i] + d[i];
    printf("%.17g\n", sum);
    return 0;
}
