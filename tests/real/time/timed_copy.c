// run: 1000
// run: 0
// parallel: 2
// kernels: 1
/* A timer around a loop, as benchmarks have it: the clock counts the elements that were written so far. */
#include <stdio.h>
#include <stdlib.h>

static double a[1000], b[1000];

double clock_of(const double *data, int n);

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000;
    for (int i = 0; i < n; i++)
        a[i] = i * 0.5 + 1;
    double t = clock_of(b, n);
    for (int i = 0; i < n; i++)
        b[i] = a[i] + 2;
    t = clock_of(b, n) - t;
    printf("%g\n", t);
    return 0;
}
