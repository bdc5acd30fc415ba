// Code that every thread of a team executes: orphaned directives, variables that each thread has, names in clauses.
// gcc: -fopenmp
// run: 5
// run: 20000
// parallel: 5
// says: every thread that meets '#pragma omp for' executes this code
// says: the thread-local variable 'local_count' is not supported in a region
#include <stdio.h>
#include <stdlib.h>
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#define omp_get_num_threads() 1
#endif

int local_count;
#pragma omp threadprivate(local_count)
static _Thread_local int calls;

#pragma omp declare target
static int square(int x)
{
    return x * x;
}
#pragma omp end declare target

/* Called by all threads: each has its part of the first loop, and all of the second. */
static int shared_loop(int n, int *restrict a)
{
    int own[4], sum = 0;
#pragma omp for
    for (int i = 0; i < n; i++)
        a[i] += square(i % 10);
    for (int i = 0; i < 4; i++)
        own[i] = a[(i * 7) % n];
    for (int i = 0; i < 4; i++)
        sum += own[i];
    return sum;
}

static void per_thread(int n, int *restrict a)
{
    for (int i = 0; i < n; i++)
        a[i] += local_count + calls;
}

/* The clauses need what the loops before them compute. */
static long clauses(int n, int *restrict a, const int *restrict w)
{
    int threads = 0, chunk = 0;
    long sum = 0;
    for (int i = 0; i < 4; i++)
        threads += w[i];
    for (int i = 0; i < 4; i++)
        chunk += 2 * w[i];
#pragma omp parallel num_threads(threads)
    {
#pragma omp single
        printf("%d threads\n", omp_get_num_threads());
#pragma omp for schedule(static, chunk) reduction(+ : sum)
        for (int i = 0; i < n; i++)
            sum += a[i] * (1 + (omp_get_thread_num() == i / chunk % threads));
    }
    return sum;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 5, *a = malloc(sizeof(int[n])), w[4] = {1, 0, 1, 1}, total = 0;
    for (int i = 0; i < n; i++)
        a[i] = i % 100;
#pragma omp parallel reduction(+ : total)
    total += shared_loop(n, a) > 0;
    local_count = 3;
    calls = 1;
    per_thread(n, a);
    printf("%d %ld\n", total > 0, clauses(n, a, w));
    for (int i = 0; i < n; i++)
        a[i] = a[i] * 3 - 1;
    long sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i];
    printf("%ld\n", sum);
    free(a);
    return 0;
}
