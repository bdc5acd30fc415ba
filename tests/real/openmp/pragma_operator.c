// Directives by _Pragma and from macros, hints for vectorizers, and OpenACC.
// run: 33 6
// run: 1 1
// parallel: 4
// kernels: 3
#include <stdio.h>
#include <stdlib.h>

#define MOST 48
#define TEXT(x) #x
#define PARALLEL(words) _Pragma(TEXT(omp parallel for words))
#define HINT _Pragma("GCC ivdep")

static float x[MOST][MOST], y[MOST][MOST], z[MOST];

static void fill(int n, int m)
{
    HINT
    for (int i = 0; i < n; i++)
#pragma GCC unroll 4
        for (int j = 0; j < m; j++)
            x[i][j] = (i * 5 + j) % 7 * 0.5f;
}

static void by_operator(int n, int m)
{
    PARALLEL(schedule(static))
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            y[i][j] = x[i][j] * 2 + 1;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            x[i][j] = y[i][j] - x[i][j];
}

static void hinted(int n, int m)
{
#pragma simd
    for (int i = 0; i < n; i++)
        z[i] = x[i][0] * 0.5f;
#pragma clang loop vectorize(enable) interleave_count(2)
    for (int i = 0; i < n; i++)
#pragma unroll(2)
        for (int j = 0; j < m; j++)
            y[i][j] = y[i][j] * 0.25f + z[i];
}

static void accelerated(int n, int m)
{
#pragma acc parallel loop collapse(2) copy(x)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            x[i][j] = x[i][j] + y[i][j];
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]), m = atoi(argv[2]);
    fill(n, m);
    by_operator(n, m);
    hinted(n, m);
    accelerated(n, m);
    for (int i = 0; i < n; i++) {
        printf("%a\n", z[i]);
        for (int j = 0; j < m; j++)
            printf("%a %a\n", x[i][j], y[i][j]);
    }
    return argc < 3;
}
