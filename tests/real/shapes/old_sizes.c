// Sizes of variable-length arrays: the variables in them change between the declaration and the loops.
// run: 5
// run: 40
#include <stdio.h>
#include <stdlib.h>

static double local(int n)
{
    int m = n;
    double v[m][m + 1], s = 0;
    m = 2;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= n; j++)
            v[i][j] = i * 10 + j + m;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= n; j++)
            s = s / 2 + v[i][j];
    return s;
}

static void parameter(int n, double v[n][n])
{
    n = n / 2;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            v[i][j] += i + j;
}

static double pointer(int n, const int *p)
{
    int m = n;
    double(*v)[m] = malloc(sizeof(double[n][m])), s = 0;
    m = m * 2 + p[0];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            v[i][j] = i * 10 + j + m;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            s = s / 2 + v[i][j];
    free(v);
    return s;
}

static int length;

__attribute__((noinline)) static void shorten(void)
{
    length = length / 2 + 1;
}

static void global(int n, double v[length][length])
{
    shorten();
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            v[i][j] += i * j;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 5;
    double *x = calloc((size_t)n * n, sizeof *x), s = 0;
    parameter(n, (double(*)[n])x);
    length = n;
    global(n / 2, (double(*)[n])x);
    for (int i = 0; i < n * n; i++)
        s = s / 2 + x[i];
    printf("%.17g %.17g %.17g\n", s, local(n), pointer(n, &n));
    free(x);
    return 0;
}
