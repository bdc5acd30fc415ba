// Calls that do nothing but compute hold nothing up: const, pure, visible, described, and those of <math.h>.
// run: 10
// run: 3000
// parallel: 3
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

__attribute__((const)) double gain(double x);
__attribute__((pure)) double weight(const double *w, int i);

#ifdef __PAVE__
static void smooth_access(int n, const double from[n], double to[n])
{
    for (int i = 0; i < n; i++)
        to[i] = from[i];
}
#define DESCRIBED_BY(f) __attribute__((pencil_access(f)))
#else
#define DESCRIBED_BY(f)
#endif
DESCRIBED_BY(smooth_access) void smooth(int n, const double *from, double *to);

static double twice(double x)
{
    return x < 0 ? -x : 2 * x;
}

static void work(int n, int m, const double *restrict w, double (*restrict a)[m], double (*restrict b)[m],
                 double *restrict t)
{
#pragma scop
    t[0] = gain(n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = gain(i) + weight(w, j);
    t[1] = twice(t[0]);
    for (int i = 0; i < n; i++)
        smooth(m, a[i], b[i]);
    t[2] = sqrt(t[1]) + fabs(t[0]);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = twice(b[i][j]) + sin(a[i][j]);
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 10, m = 16;
    double(*a)[m] = malloc(sizeof(double[n][m])), (*b)[m] = malloc(sizeof(double[n][m])), t[3], w[4] = {1, 2, 4, 8};
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = b[i][j] = i - j;
    work(n, m, w, a, b, t);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            sum += a[i][j] * (j + 1) - b[i][j];
    printf("%.17g %.17g %.17g %.17g\n", sum, t[0], t[1], t[2]);
    free(a);
    free(b);
    return 0;
}
