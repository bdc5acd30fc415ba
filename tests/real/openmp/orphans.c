// Loops shared in functions that a parallel region calls, and threadprivate storage.
// run: 37 5
// run: 2 9
// gcc: -fopenmp
// parallel: 2
// kernels: 2
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST 50

static double grid[MOST][MOST], row_sum[MOST], scale[MOST];
static double scratch[MOST];
static int calls;
#pragma omp threadprivate(scratch, calls)

static void prepare(int n, int m)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            grid[i][j] = (i * 3 + j * 5) % 11 * 0.5;
}

/* Each thread of the team that calls this has a share of the rows. */
static void sum_rows(int n, int m)
{
#pragma omp for schedule(static, 2)
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            scratch[j] = grid[i][j] * 2;
        double sum = 0;
        for (int j = 0; j < m; j++)
            sum += scratch[j];
        row_sum[i] = sum;
        calls++;
    }
}

/* Without a directive, but each thread runs all of it: its own copy of "scratch". */
static double clear(int m)
{
    double left = 0;
    for (int j = 0; j < m; j++) {
        left += scratch[j] * 0;
        scratch[j] = 0;
    }
    return left;
}

static void scale_rows(int n, int m)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            grid[i][j] = grid[i][j] * 0.5 + row_sum[i] + scale[i];
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]), m = atoi(argv[2]), all = 0;
    prepare(n, m);
#pragma omp parallel reduction(+ : all)
    {
        clear(m);
        sum_rows(n, m);
#pragma omp for nowait
        for (int i = 0; i < n; i++)
            scale[i] = row_sum[n - 1 - i];
        all += calls;
    }
    scale_rows(n, m);
    printf("%d\n", all);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            printf("%a\n", grid[i][j]);
    return argc < 3;
}
