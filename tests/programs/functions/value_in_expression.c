// Helpers that return a value, used inside larger expressions.
// run: 0
// run: 6
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static double square(double x)
{
    return x * x;
}

static double mean(double a, double b)
{
    double s = a + b;
    return s / 2;
}

static void energy(int n, const double *x, double *e)
{
#pragma scop
    for (int i = 0; i < n; i++)
        e[i] = 1 + square(x[i]) * mean(x[i], square(x[n - 1 - i]) + 1);
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3;
    double x[n + 1], e[n + 1], sum = 0;
    for (int i = 0; i < n; i++)
        x[i] = i * 0.5 - 1;
    energy(n, x, e);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * e[i];
    printf("%.17g\n", sum);
    return 0;
}
