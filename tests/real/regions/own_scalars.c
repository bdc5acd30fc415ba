// run: 3000
// run: 1
// parallel: 4
// says: loop kept as written: part of it counts as one statement, because its control is not affine: 'next' has no value known
/* Scalars of the function that loops with control of their own assign before they read them, or do not. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 4000, M = 40 };
static int first[N + 1], column[N * M], where[N], steps[N], cut[N];
static double value[N * M], x[N], y[N], z[N];

/* Rows of a sparse matrix: k and sum belong to the iteration. */
static void multiply(int n)
{
    int i, k;
    double sum;
    for (i = 0; i < n; i++) {
        sum = 0;
        for (k = first[i]; k < first[i + 1]; k++)
            sum += value[k] * x[column[k]];
        y[i] = sum;
    }
}

/* The search assigns k whichever way it ends. */
static void search(int n)
{
    int i, k, tries;
    for (i = 0; i < n; i++) {
        tries = 0;
        for (k = 0; k < M; k++) {
            if (column[i * M + k] % 3 == 0)
                continue;
            tries++;
            if (value[i * M + k] > 0.9)
                break;
        }
        where[i] = k;
        steps[i] = tries;
    }
}

/* Each row goes on where the one before it ended: k has a value from before. */
static void split(int n)
{
    int i, next = 0;
    for (i = 0; i < n; i++) {
        for (; next < n * M && value[next] < 0.99; next++)
            ;
        cut[i] = next++;
    }
}

/* Some iterations assign t, and its last value is read after the loop. */
static double last_of(int n)
{
    int i;
    double t = -1;
    for (i = 0; i < n; i++)
        if (x[i] > 0.5) {
            t = x[i] * 2;
            z[i] = t - 1;
        }
    return t;
}

/* Halving ends after a number of steps that the data decide. */
static void halve(int n)
{
    int i, count;
    double v;
    for (i = 0; i < n; i++) {
        v = x[i] * 1000, count = 0;
        while (v > 1 && count < 100) {
            v *= 0.5;
            count++;
        }
        steps[i] += count;
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 100;
    unsigned seed = 7;
    first[0] = 0;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < M; k++) {
            seed = seed * 1103515245u + 12345u;
            value[i * M + k] = (seed >> 16) % 1000 / 1000.0;
            column[i * M + k] = (int)((seed >> 8) % (unsigned)n);
        }
        first[i + 1] = first[i] + (int)(seed >> 20) % M;
        x[i] = (seed >> 18) % 100 / 100.0;
    }
    multiply(n);
    search(n);
    split(n);
    double t = last_of(n);
    halve(n);
    double sum = t;
    long total = 0;
    for (int i = 0; i < n; i++) {
        sum += y[i] + z[i];
        total += where[i] + 3L * steps[i] + 7L * cut[i];
    }
    printf("%a %ld\n", sum, total);
    return 0;
}
