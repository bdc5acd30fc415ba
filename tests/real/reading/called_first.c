// run: 12
// run: 1
// parallel: 5
// kernels: 5
// gcc: -w
/* Functions that return nothing and are called before their definition, without a declaration: gcc 12 warns. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? 100 * atoi(argv[1]) : 300;
    double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), sum = 0;
    start(a, b, n);
    smooth(a, b, n);
    twice(b, n);
    for (int i = 0; i < n; i++)
        sum = sum * 0.5 + b[i];
    printf("%.17g\n", sum);
    free(a);
    free(b);
    return 0;
}

void start(double *a, double *b, int n)
{
    for (int i = 0; i < n; i++) {
        a[i] = i % 13;
        b[i] = 0;
    }
}

void smooth(double *a, double *b, int n)
{
    for (int i = 1; i < n - 1; i++)
        b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
    touch(b, n, 'x');
}

void touch(double *b, int n, int what)
{
    for (int i = 0; i < n; i++)
        b[i] += what;
}

void twice(b, n) double *b; int n;
{
    for (int i = 0; i < n; i++)
        b[i] *= 2;
}
