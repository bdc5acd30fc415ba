// One text for builds with and without OpenMP: _OPENMP decides, in and around loops.
// run: 30
// run: 0
// parallel: 4
// kernels: 1
// targets: c openmp opencl cuda
#include <stdio.h>
#include <stdlib.h>
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#define omp_get_num_threads() 1
#endif

#define MOST 40

static double u[MOST], v[MOST];

static int team(int n)
{
    int seen = 0;
#ifdef _OPENMP
#pragma omp parallel reduction(max : seen)
#endif
    {
        int me = omp_get_thread_num(), all = omp_get_num_threads();
        for (int i = me; i < n; i += all)
            u[i] = i * 0.125;
        seen = me < all;
    }
    return seen;
}

static void relax(int n)
{
#if defined(_OPENMP) && _OPENMP >= 200805
    for (int i = 1; i < n - 1; i++)
        v[i] = u[i - 1] * 0.25 + u[i] * 0.5 + u[i + 1] * 0.25;
#else
    for (int i = n - 2; i > 0; i--)
        v[i] = u[i - 1] * 0.25 + u[i] * 0.5 + u[i + 1] * 0.25;
#endif
    for (int i = 1; i < n - 1; i++)
        u[i] = v[i];
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]);
    printf("%d\n", team(n));
    for (int step = 0; step < 3; step++)
        relax(n);
    for (int i = 0; i < n; i++)
        printf("%a %a\n", u[i], v[i]);
    return argc < 2;
}
