// run: 20000
// run: 0
// parallel: 5
// kernels: 3
// says: loop kept as written: it comes from the macro 'DEFINE_ADD', which makes other text, too
// says: loop kept as written: it comes from the macro 'TWICE', which makes other text, too
/* Loops that macros make, wholly or in part. */
#include <stdio.h>
#include <stdlib.h>

#define MOST 20000
#define DEFINE_ADD(T)                                                            \
    static void add_##T(int n, T *restrict to, const T *restrict from, char mark) \
    {                                                                            \
        for (int i = 0; i < n; i++)                                              \
            to[i] += from[i] + (mark == ')');                                    \
    }
DEFINE_ADD(float) DEFINE_ADD(double)
DEFINE_ADD(int)

#define FUNCTION(name) static void name(int n)
#define LOOP(i, n) for (int i = 0; i < n; i++)
#define COUNTED(i, n) \
    count++;          \
    for (int i = 0; i < n; i++)
#define BEGIN {
#define END }
#define LAST(a, i) a[i] += i; END
#define FILL(a, n, value)           \
    do {                            \
        for (int i = 0; i < n; i++) \
            a[i] = value;           \
    } while (0)
#define TWICE(a, n)             \
    for (int i = 0; i < n; i++) \
        a[i] *= 2;              \
    for (int i = 0; i < n; i++) \
    a[i] += 1
#define SAME(text) text

static float x[MOST], y[MOST];
static double z[MOST];
static int w[MOST], count;

FUNCTION(halves)
{
    LOOP(i, n)
        x[i] = 0.5f * i;
}

FUNCTION(parts)
{
    for (int i = 0; i < n; i++)
        BEGIN z[i] = i; END
    FILL(w, n, ')' + i);
    TWICE(w, n);
    if (n)
        TWICE(w, n);
    COUNTED(i, n) w[i] ^= 5;
    for (int i = 0; i < n; i++) {
        LAST(w, i)
    SAME(for (int i = 0; i < n; i++) y[i] += ')';)
    SAME(count += ')'; for (int i = 0; i < n; i++) y[i] += '(';)
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 100;
    halves(n);
    parts(n);
    add_float(n, x, y, ')');
    add_double(n, z, z + 0, '(');
    add_int(n, w, w + 0, ')');
    double sum = count;
    LOOP(i, n)
        sum += x[i] + z[i] * w[i];
    printf("%a\n", sum);
    return 0;
}
