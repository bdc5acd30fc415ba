// Several assignments joined by commas into one expression statement.
// run: 0
// run: 3
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void rotate(int n, float *x, float *y)
{
    float t = 0;
#pragma scop
    for (int i = 0; i < n; i++)
        t = x[i], x[i] = y[i], y[i] = -t;
#pragma endscop
    printf("%g\n", t);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2;
    float x[n + 1], y[n + 1], sum = 0;
    for (int i = 0; i < n; i++)
        x[i] = i, y[i] = 2 * i + 1;
    rotate(n, x, y);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * (x[i] + 4 * y[i]);
    printf("%.9g\n", sum);
    return 0;
}
