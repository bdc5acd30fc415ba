// Directives that macros expand to, in a header too, and OpenACC: all that is under them stays as it is written.
// gcc: -fopenmp -Wno-unknown-pragmas
// run: 6
// run: 20000
// parallel: 4
// says: code under 'PARALLEL_FOR' stays as it is
// says: code under 'FOR_ALL' stays as it is
// says: code under '#pragma acc parallel loop' stays as it is
#include "macros.h"
#include <stdio.h>
#include <stdlib.h>

#define FOR_ALL(i, n) PRAGMA(omp parallel for) for (int i = 0; i < (n); i++)
#define SUM(s) PRAGMA(omp parallel for reduction(+ : s))

static void work(int n, long *restrict a, long *restrict b)
{
    long s = 0;
    PARALLEL_FOR
    for (int i = 0; i < n; i++)
        a[i] = i;
    for (int i = 0; i < n; i++)
        b[i] = 2 * a[i];
    FOR_ALL(i, n) a[i] += b[i];
    SUM(s)
    for (int i = 0; i < n; i++)
        s += a[i] % 7;
    for (int i = 0; i < n; i++)
        b[i] += s % 5;
#pragma acc parallel loop
    for (int i = 0; i < n; i++)
        a[i] -= b[i];
#if 0
#pragma omp parallel for
#endif
    for (int i = 0; i < n; i++)
        b[i] *= a[i] % 3;
    printf("%ld\n", s);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 6;
    long *a = calloc(n, sizeof(*a)), *b = calloc(n, sizeof(*b)), sum = 0;
    work(n, a, b);
    for (int i = 0; i < n; i++)
        sum += a[i] + b[i] * 3;
    printf("%ld\n", sum);
    free(a);
    free(b);
    return 0;
}
