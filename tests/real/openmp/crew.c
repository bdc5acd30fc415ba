// Sections, tasks, single, master, critical and atomic beside loops of no directive.
// run: 40
// run: 1
// gcc: -fopenmp
// parallel: 4
// kernels: 2
// says: crew.c:[0-9]+:9: note: loop kept as written: code under '#pragma omp parallel sections' stays as it is
#include <stdio.h>
#include <stdlib.h>

#define MOST 64

static double a[MOST], b[MOST], c[MOST];
static int tally[8];

static void fill(int n)
{
    for (int i = 0; i < n; i++) {
        a[i] = i * 0.5;
        b[i] = 2.0 - i;
    }
}

static void halves(int n)
{
#pragma omp parallel sections
    {
#pragma omp section
        for (int i = 0; i < n / 2; i++)
            c[i] = a[i] + b[i];
#pragma omp section
        for (int i = n / 2; i < n; i++)
            c[i] = a[i] - b[i];
    }
    for (int i = 0; i < n; i++)
        a[i] = c[i] * 0.25 + a[i];
}

static double walk(const double *v, int n)
{
    double left = 0, right = 0;
    if (n < 4) {
        for (int i = 0; i < n; i++)
            left += v[i];
        return left;
    }
#pragma omp task shared(left)
    left = walk(v, n / 2);
#pragma omp task shared(right)
    right = walk(v + n / 2, n - n / 2);
#pragma omp taskwait
    return left + right;
}

static double total(int n)
{
    double sum = 0;
#pragma omp parallel
#pragma omp single
    sum = walk(a, n);
    return sum;
}

static void count(int n)
{
    int first = 0, most = -1;
#pragma omp parallel
    {
#pragma omp master
        for (int i = 0; i < n; i++)
            first += i;
#pragma omp barrier
#pragma omp for
        for (int i = 0; i < n; i++) {
#pragma omp atomic
            tally[i % 8]++;
#pragma omp critical
            if (i > most)
                most = i;
        }
    }
    for (int i = 0; i < n; i++)
        b[i] = a[i] * 0.5 + first + most;
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]);
    fill(n);
    halves(n);
    double sum = total(n);
    count(n);
    printf("%a\n", sum);
    for (int i = 0; i < n; i++)
        printf("%a %a %a\n", a[i], b[i], c[i]);
    for (int i = 0; i < 8; i++)
        printf("%d\n", tally[i]);
    return argc < 2;
}
