// Sizes whose products leave int, in loops that run and in loops that do not.
// run: 9 5
// run: 0 70000
// run: -3 46341
// parallel: 7
// kernels: 2
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST 64

static int data[MOST * MOST], counts[MOST];

static void fill(int n, int m, int *v)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            v[(long)i * m + j] = i - j;
}

/* The size fits a long alone. */
static long cells(long n, long m, int *v)
{
    long sum = 0;
    for (long k = 0; k < n * m; k++)
        v[k] = v[k] * 2 + 1;
    for (long k = 0; k < n * m; k++)
        sum += v[k];
    return sum;
}

/* Unsigned sizes wrap around: n - 1 is large where n is zero. */
static void inner(unsigned n, int *v)
{
    for (unsigned i = 1; i + 1 < n; i++)
        v[i] = v[i] + counts[i - 1];
    for (unsigned char c = 0; c < 40 && c < n; c++)
        counts[c] = (unsigned char)(c * 7) + (int)(n % 3);
}

static void last(int n, int *v)
{
    for (int i = INT_MAX - 3; i < INT_MAX && n > 0; i++)
        v[i - (INT_MAX - 3)] += n;
    for (int i = n; i-- > 0;)
        v[i] -= i;
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]), m = atoi(argv[2]);
    long sum;
    fill(n, m, data);
    sum = cells(n < 0 ? 0 : n, m, data);
    inner(n < 0 ? 0 : n, data);
    last(n, data);
    printf("%ld\n", sum);
    for (int i = 0; i < MOST * MOST; i++)
        printf("%d\n", data[i]);
    for (int i = 0; i < MOST; i++)
        printf("%d\n", counts[i]);
    return argc < 3;
}
