// Hints to compilers about a loop go with the loop; they stay with one that is kept.
// run: 9
// run: 20000
// flags: --autodetect=on
// parallel: 5
#include <stdio.h>
#include <stdlib.h>

#define IVDEP _Pragma("GCC ivdep")
#define DO_PRAGMA(x) _Pragma(#x)
#define UNROLL_BY(n) DO_PRAGMA(GCC unroll n)

static double next(double x);

static void hints(int n, double *restrict a, double *restrict b)
{
#pragma GCC ivdep
    for (int i = 0; i < n; i++)
        a[i] = i;
    /* several, */
#pragma GCC ivdep
    // one after the other
#pragma GCC unroll 4
    for (int i = 0; i < n; i++)
        b[i] = a[i] + 1;
    _Pragma("GCC ivdep") _Pragma("GCC unroll 2") for (int i = 0; i < n; i++) a[i] += b[n - 1 - i];
    if (n > 3)
#pragma GCC unroll 8
        for (int i = 0; i < n; i++)
            b[i] *= 2;
    IVDEP for (int i = 0; i < n; i++) a[i] -= b[n - 1 - i];
    UNROLL_BY(2)
    for (int i = 0; i < n; i++)
        b[i] += 1;
}

static void mixed(int n, double *restrict a, double *restrict b)
{
#pragma scop
#pragma GCC ivdep
    for (int i = 0; i < n; i++)
        b[i] = a[n - 1 - i];
#pragma GCC unroll 4
    for (int i = 0; i < n; i++)
        a[i] = 3 * b[i];
#pragma endscop
#pragma GCC unroll 2
    for (int i = 1; i < n; i++)
        a[i] = next(a[i] + a[i - 1]);
    for (int t = 0; t < 2; t++) {
#pragma GCC ivdep
        for (int i = 0; i < n; i++)
            b[i] += a[i];
        printf("%.17g\n", b[n / 2]);
    }
}

static double next(double x)
{
    static double seed = 1;
    seed = seed > 100 ? 1 : seed + 1;
    return x / seed;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 9;
    double *a = calloc(n, sizeof(*a)), *b = calloc(n, sizeof(*b)), s = 0;
    hints(n, a, b);
    mixed(n, a, b);
    for (int i = 0; i < n; i++)
        s = s / 2 + a[i] - b[i];
    printf("%.17g\n", s);
    free(a);
    free(b);
    return 0;
}
