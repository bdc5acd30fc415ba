// run: 20000
// run: 3
// parallel: 5
// kernels: 4
// says: loop kept as written: '#endif' ends text that may belong to it
/* Conditionals around loops, inside them, between them, and before them. */
#include <stdio.h>
#include <stdlib.h>

static double a[30000], b[30000];

#ifdef VARIANT
static void start(int n)
{
    for (int i = 0; i < n; i++)
        a[i] = 2.5 * i;
}
#else
static void start(int n)
{
    for (int i = 0; i < n; i++)
        a[i] = i;
}
#endif

static void inside(int n)
{
    for (int i = 0; i < n; i++) {
#ifdef VARIANT
        b[i] = a[i] * 3;
#else
        b[i] = a[i];
#endif
    }
}

static void before(int n)
{
#ifdef VARIANT
    if (n > 500)
#endif
    for (int i = 0; i < n; i++)
        b[i] += 1;
}

static void between(int n)
{
    for (int i = 0; i < n; i++)
        a[i] += b[i];
#if 0 // never compiled
    for (int i = 0; i < n; i++)
        b[i] = old(i);
#else
    for (int i = 0; i < n; i++) {
        a[i] *= 1.5;
#if 0
# ifdef VARIANT
        b[i] = 0;
# endif
# define LOST 7
#endif
    }
#endif
#define SHIFT 3
    for (int i = 0; i < n; i++)
        b[i] -= SHIFT;
#undef SHIFT
#define SHIFT 4
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 100;
    start(n);
    inside(n);
    before(n);
    between(n);
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * 0.5 + b[i] * SHIFT;
    printf("%a\n", sum);
    return 0;
}
