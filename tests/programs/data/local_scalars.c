// Scalars declared in the loop body are private to the iteration.
// run: 0
// run: 5
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void polar(int n, const double *x, const double *y, double *out)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        double a = x[i] * x[i];
        double b = y[i] * y[i];
        const double both = a + b;
        {
            double a = both / 2;
            out[i] = a * a;
        }
        out[i] += a - b;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3;
    double x[n + 1], y[n + 1], out[n + 1], sum = 0;
    for (int i = 0; i < n; i++)
        x[i] = i + 0.5, y[i] = 4 - i;
    polar(n, x, y, out);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * out[i];
    printf("%.17g\n", sum);
    return 0;
}
