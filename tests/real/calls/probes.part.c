/* Instruments that the compiler of the other file cannot see into: they look at memory whose address they were given once,
 * and each reading depends on those before it. */
#include <stdio.h>

static const double *watched;
static int n_watched, n_readings;

void watch(const double *p, int n)
{
    watched = p;
    n_watched = n;
}

double reading(void)
{
    double sum = ++n_readings;
    for (int i = 0; i < n_watched; i++)
        sum += watched[i] * (i % 7 + 1);
    return sum;
}

void report(const char *what, double value)
{
    printf("%s %.17g at reading %d, %.17g\n", what, value, n_readings, n_watched ? watched[n_watched / 2] : 0);
}
