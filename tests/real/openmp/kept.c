// Hand-written OpenMP stays as it is written, with the code under it; loops beside it become parallel.
// gcc: -fopenmp
// run: 7
// run: 20000
// parallel: 7
// says: kept.c:26:5: note: loop kept as written: code under '#pragma omp parallel for' stays as it is \(line 25\)
// says: kept.c:49:9: note: loop kept as written: code under '#pragma omp parallel' stays as it is
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

static long counts[8];

#pragma omp declare simd
static double half(double x)
{
    return x / 2;
}

static void loops(int n, double *restrict a, double *restrict b)
{
    int i = -5, last = 0;
    long sum = 0;
    double t;
#pragma omp parallel for private(t) lastprivate(last) reduction(+ : sum) schedule(static, 3)
    for (i = 0; i < n; i++) {
        t = half(a[i]);
        b[i] = t + 1;
        last = i;
        sum += i % 3;
    }
    printf("%d %d %ld\n", i, last, sum);
    for (int j = 0; j < n; j++)
        a[j] = b[j] * 3;
#pragma omp simd
    for (i = 0; i < n; i++)
        b[i] += a[i];
    printf("%d\n", i);
    for (int j = 0; j < n; j++)
        b[j] = half(b[j]) - a[j];
}

/* Each thread runs the loop over time; the threads share the rows. */
static void region(int n, int m, int (*restrict A)[m])
{
#pragma omp parallel
    {
        int id = omp_get_thread_num();
        for (int t = 0; t < 5; t++) {
#pragma omp for
            for (int i = 0; i < n; i++)
                for (int j = 0; j < m; j++)
                    A[i][j] += t;
        }
#pragma omp barrier
#pragma omp single
        for (int i = 0; i < n; i++)
            A[i][0]++;
#pragma omp atomic
        counts[id % 8] += id >= 0;
#pragma omp critical
        {
            for (int k = 0; k < 8; k++)
                counts[k] += 0;
        }
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            A[i][j] *= 2;
}

static void parts(int n, double *restrict a, double *restrict b)
{
#pragma omp parallel sections
    {
        for (int i = 0; i < n; i++)
            a[i] += 1;
#pragma omp section
        for (int i = 0; i < n; i++)
            b[i] -= 1;
    }
#pragma omp parallel
#pragma omp single
    for (int c = 0; c < 4; c++) {
#pragma omp task firstprivate(c)
        for (int i = c; i < n; i += 4)
            a[i] *= 2;
    }
    for (int t = 0; t < 3; t++) {
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            a[i] += b[i];
        for (int i = 0; i < n; i++)
            b[i] = a[i] / (t + 2);
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 7, m = 5;
    double *a = malloc(sizeof(double[n])), *b = malloc(sizeof(double[n])), s = 0;
    int(*A)[m] = malloc(sizeof(int[n][m]));
    long sum = 0;
    for (int i = 0; i < n; i++)
        a[i] = i % 13, b[i] = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            A[i][j] = j;
    loops(n, a, b);
    region(n, m, A);
    parts(n, a, b);
    for (int i = 0; i < n; i++)
        s += a[i] - 2 * b[i];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            sum += A[i][j] * (j + 1);
    printf("%.17g %ld %d\n", s, sum, counts[0] > 0);
    free(a);
    free(b);
    free(A);
    return 0;
}
