// run: 300 5
// run: 3 2
// run: 2 4
// parallel: 5
// kernels: 2
/* Buffers that each time step exchanges: by a function, by the parity of the step, by an index that alternates. */
#include <stdio.h>
#include <stdlib.h>

static void swap(double **a, double **b)
{
    double *t = *a;
    *a = *b;
    *b = t;
}

double *by_function(int n, int steps, double *a, double *b)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            b[i] = 0.5 * (a[i - 1] + a[i + 1]);
        swap(&a, &b);
    }
    return a;
}

void by_parity(int n, int steps, double *buf[2])
{
    for (int t = 0; t < steps; t++)
        for (int i = 1; i < n - 1; i++)
            buf[(t + 1) % 2][i] = 0.5 * (buf[t % 2][i - 1] + buf[t % 2][i + 1]);
}

void by_mask(int n, int steps, double buf[2][100000])
{
    for (int t = 0; t < steps; t++)
        for (int i = 1; i < n - 1; i++)
            buf[(t + 1) & 1][i] = 0.5 * (buf[t & 1][i - 1] + buf[t & 1][i + 1]);
}

int by_difference(int n, int steps, double buf[2][100000])
{
    int cur = 0;
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            buf[1 - cur][i] = 0.5 * (buf[cur][i - 1] + buf[cur][i + 1]);
        cur = 1 - cur;
    }
    return cur;
}

int by_exclusive_or(int n, int steps, double buf[2][100000])
{
    int cur = 0;
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            buf[cur ^ 1][i] = 0.5 * (buf[cur][i - 1] + buf[cur][i + 1]);
        cur ^= 1;
    }
    return cur;
}

static double buf[2][100000];

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 20, steps = argc > 2 ? atoi(argv[2]) : 3;
    double *pair[2] = {buf[0] + 1000, buf[1] + 1000}, *same[2] = {buf[0] + 7, buf[0] + 9}, sum = 0;
    for (int i = 0; i < 100000; i++) {
        buf[0][i] = i % 29;
        buf[1][i] = i % 31;
    }
    printf("%g\n", by_function(n, steps, buf[0], buf[1])[n / 2]);
    printf("%g\n", by_function(n, steps, buf[0] + 1, buf[0])[n / 2]); /* they overlap */
    by_parity(n, steps, pair);
    by_parity(n, steps, same);
    by_mask(n, steps, buf);
    printf("%d %d\n", by_difference(n, steps, buf), by_exclusive_or(n, steps, buf));
    for (int i = 0; i < 2000; i++)
        sum += (i % 13) * buf[0][i] + (i % 11) * buf[1][i];
    printf("%.17g\n", sum);
    return 0;
}
