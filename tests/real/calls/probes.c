// Instruments before, between and after loops: no loop may pass a reading, also where the two share no variable.
// run: 10
// run: 20000
// flags: --autodetect=on
// parallel: 8
#include <stdio.h>
#include <stdlib.h>

void watch(const double *p, int n);
double reading(void);
void report(const char *what, double value);

enum { N = 20000 };

/* Marked: the readings are statements of the region. */
static void marked(int n, double *restrict a, double *restrict b, double *restrict c)
{
    double t[3];
#pragma scop
    t[0] = reading();
    for (int i = 0; i < n; i++)
        b[i] = 2 * c[i] + 1;
    t[0] = reading() - t[0];
    t[1] = reading();
    for (int i = 0; i < n; i++)
        a[i] = b[i] + 3 * c[i];
    t[1] = reading() - t[1];
    t[2] = reading();
    for (int i = 0; i < n; i++)
        c[i] = 0.5 * b[i];
    for (int i = 0; i < n; i++)
        a[i] += c[i];
    t[2] = reading() - t[2];
#pragma endscop
    for (int i = 0; i < 3; i++)
        report("marked", t[i]);
}

/* The instrument stands in the loop over time. */
static void per_step(int n, double *restrict a, double *restrict b)
{
    double sum = 0;
#pragma scop
    for (int t = 0; t < 5; t++) {
        for (int i = 1; i < n - 1; i++)
            b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
        sum += reading();
        for (int i = 1; i < n - 1; i++)
            a[i] = b[i];
        report("step", sum);
    }
#pragma endscop
    report("steps", sum);
}

int main(int argc, char **argv)
{
    static double a[N], b[N], c[N];
    int n = argc > 1 ? atoi(argv[1]) : N;
    for (int i = 0; i < n; i++)
        a[i] = i % 11, b[i] = i % 5, c[i] = i % 3;
    watch(a, n);
    marked(n, a, b, c);
    watch(b, n);
    per_step(n, a, b);
    watch(c, n);
    double before = reading();
    for (int i = 0; i < n; i++)
        c[i] += a[i] * b[i];
    before = reading() - before;
    for (int i = 0; i < n; i++)
        c[i] *= 2;
    report("found", before);
    return 0;
}
