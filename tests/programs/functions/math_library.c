// Functions of the mathematical library on elements and scalars.
// run: 0
// run: 5
// expect: exact
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void norms(int n, double *x, float *y)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        x[i] = sqrt(x[i]) + fabs(x[i] - 2);
        y[i] = fmaxf(floorf(y[i]), 1.0f);
        x[i] += fmin(x[i], y[i]);
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3;
    double x[n + 1], sum = 0;
    float y[n + 1];
    for (int i = 0; i < n; i++)
        x[i] = i * 1.75, y[i] = i * 0.75f;
    norms(n, x, y);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * (x[i] + y[i]);
    printf("%.17g\n", sum);
    return 0;
}
