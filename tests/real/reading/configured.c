// run: 20000
// run: 3
// gcc: -DTHIRD -DSECOND=2
// parallel: 6
// kernels: 5
// says: loop kept as written: it contains .#define FOURTH 4., which must be kept
// text: ^#undef pave_as_read
/* Conditionals inside loops. The program is compiled in another setting of the macros than the one in which pave reads it. */
#include <stdio.h>
#include <stdlib.h>

static double a[30000], b[30000];

static void chosen(int n)
{
    for (int i = 0; i < n; i++) {
#if defined(FIRST) /* never */
        b[i] = a[i] * 3;
#elif !defined(FIRST)
        b[i] = a[i] + 1;
# ifdef SECOND
        b[i] += SECOND;
# endif
#else
#error "not to be reached"
#endif
    }
}

static void without(int n)
{
    for (int i = 0; i < n; i++) {
        a[i] *= 2;
#ifdef THIRD
        a[i] -= i;
#endif
    }
}

static void empty(int n)
{
    for (int i = 0; i < n; i++) {
#ifdef THIRD
#else
#endif
#ifndef FIRST
        b[i] -= a[i];
#elif THIRD
#endif
    }
}

static void as_a_body(int n)
{
    if (n > 2)
        for (int i = 0; i < n; i++)
#ifdef THIRD
            b[i] += 0.25;
#else
            b[i] += 0.5;
#endif
    else
        b[0] = 7;
}

static void under_a_test(double *p, const double *q, int n)
{
    for (int i = 0; i < n; i++) {
#if SECOND + 0 > 1
        p[i] = q[i] * 0.5;
#else
        p[i] += q[i];
#endif
    }
}

static void defined_inside(int n)
{
    for (int i = 0; i < n; i++) {
#ifndef FIRST
#define FOURTH 4
#endif
        b[i] -= FOURTH;
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 100;
    for (int i = 0; i < n; i++)
        a[i] = i % 77;
    chosen(n);
    without(n);
    empty(n);
    as_a_body(n);
    under_a_test(b, a, n);
    under_a_test(a + 1, a, n);
    defined_inside(n);
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * 0.5 + b[i];
    printf("%a\n", sum);
    return 0;
}
