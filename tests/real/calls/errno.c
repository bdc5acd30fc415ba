// parallel: 2
// kernels: 2
// run: 1000
// says: which may set errno, must keep its place
// A loop whose calls set errno, which the function reads: each thread has its own, and a device none.
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int roots(int n, const double *restrict x, double *restrict y)
{
    errno = 0;
    for (int i = 0; i < n; i++)
        y[i] = sqrt(x[i]) + 1;
    return errno == EDOM;
}

static void shift(int n, double *restrict x, double by)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 100; k++)
            x[i] = fabs(x[i]) * 0.5 + by;
}

int main(int argc, char **argv)
{
    static double x[1000], y[1000];
    int n = argc > 1 ? atoi(argv[1]) : 10;
    for (int i = 0; i < n; i++)
        x[i] = n / 2 - i;
    int is_refused = roots(n, x, y);
    shift(n, x, 3);
    printf("%d %d %.17g %.17g\n", is_refused, roots(n, x, y), x[n / 2], y[n / 2]);
    return 0;
}
