// --replace-openmp: loops under OpenMP are read as the sequential loops that they stand for; where that is not exact,
// they stay as they are.
// gcc: -fopenmp
// flags: --replace-openmp
// run: 7
// run: 20000
// parallel: 6
// says: loop kept as written: code under '#pragma omp parallel for' stays as it is: the effect of 'omp_get_thread_num'
// says: stays as it is: its floating-point reduction would run on one thread
// says: code under '#pragma omp parallel' stays as it is: its meaning on one thread is not known
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

/* Outer variables keep their values where the construct has its own. */
static void privates(int n, double *restrict a, double *restrict b)
{
    int i = -5, k = 3, last = 0;
    double t = 0.25;
#pragma omp parallel for private(t) schedule(static, 3) if (n > 5)
    for (i = 0; i < n; i++) {
        t = a[i] / 2;
        b[i] = t + 1;
    }
    printf("%d %g\n", i, t);
#pragma omp parallel for firstprivate(k, t) lastprivate(last)
    for (i = 0; i < n; i++) {
        a[i] = b[i] * k + t;
        last = 2 * i;
    }
    printf("%d %d %d\n", i, k, last);
#pragma omp simd
    for (i = 0; i < n; i++)
        b[i] += a[i];
    printf("%d\n", i);
}

/* The head of the loop stands outside of where the construct has its own variables. */
static void own_bounds(int n, int step, double *restrict a)
{
    int end = n - 2, i;
#pragma omp parallel for firstprivate(n, end, step) private(i)
    for (i = n - end; i < end; i += step)
        a[i] += end - step;
#pragma omp parallel for lastprivate(i)
    for (i = 0; i < n; i += 3)
        a[i] += 0.5;
    printf("%d\n", i);
}

/* Subscripts that nothing is known of: the directive promises that no two iterations meet. */
static void scatter(int n, const int *restrict p, double *restrict a, const double *restrict b)
{
#ifdef _OPENMP
#pragma omp parallel for
#endif
    for (int i = 0; i < n; i++)
        a[p[i]] = b[i] * 3;
}

static long sums(int n, int m, int (*restrict A)[m], const double *restrict a)
{
    long sum = 0;
    int most = -1, i, j;
    double s = 0;
#pragma omp parallel for collapse(2) private(i, j)
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            A[i][j] = (i * 7 + j) % 31;
#pragma omp parallel for reduction(+ : sum) reduction(max : most) private(j)
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++) {
            sum += A[i][j];
            most = A[i][j] > most ? A[i][j] : most;
        }
#pragma omp parallel for reduction(+ : s) num_threads(1)
    for (i = 0; i < n; i++)
        s += a[i];
    printf("%d %.17g\n", most, s);
    return sum;
}

static void kept(int n, int *restrict c)
{
    int team = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        c[i] = omp_get_thread_num() >= 0;
#pragma omp parallel
    {
#pragma omp for
        for (int i = 0; i < n; i++)
            c[i] += 2;
    }
    for (int i = 0; i < n; i++)
        team += c[i];
    printf("%d\n", team);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 7, m = 5, *p = malloc(sizeof(int[n]));
    double *a = malloc(sizeof(double[n])), *b = malloc(sizeof(double[n])), s = 0;
    int(*A)[m] = malloc(sizeof(int[n][m]));
    for (int i = 0; i < n; i++)
        a[i] = i % 13, b[i] = 0, p[i] = n - 1 - i;
    privates(n, a, b);
    scatter(n, p, a, b);
    own_bounds(n, 3, a);
    printf("%ld\n", sums(n, m, A, a));
    kept(n, p);
    for (int i = 0; i < n; i++)
        s = s / 2 + a[i] - 2 * b[i];
    printf("%.17g\n", s);
    free(p);
    free(a);
    free(b);
    free(A);
    return 0;
}
