// Random program 110645: minmax casts types ternary regions nests
// run: 1 0
// run: 7 7
// run: 8 6
// flags: --budget=60000 --scheduler=isl --no-schedule-carry-self-first --tile-size=3 --no-scale-tile-loops --unroll-copy-shared --ctx=[n,m]->{:(0<=n<=8)and(0<=m<=7)}
// expect: may
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

static unsigned long hash(const void *memory, unsigned long n)
{
    unsigned long h = 5381;
    for (unsigned long i = 0; i < n; i++)
        h = h * 33 ^ ((const unsigned char *)memory)[i];
    return h;
}

static void fill_double(const char *name, double *v, int n)
{
    for (int i = 0; i < n; i++)
        v[i] = (i + name[0]) * 7 % 23 * 0.25 - 2;
}

static void show_double(const char *name, const double *v, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += (i * 37 % 101 + 1) * (double)v[i];
    printf("%s %a %lx\n", name, sum, hash(v, n * sizeof(*v)));
}

static void fill_int(const char *name, int *v, int n)
{
    for (int i = 0; i < n; i++)
        v[i] = (i + name[0]) * 7 % 17;
}

static void show_int(const char *name, const int *v, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += (i * 37 % 101 + 1) * (double)v[i];
    printf("%s %a %lx\n", name, sum, hash(v, n * sizeof(*v)));
}

static double C[19];
static double D[22];
static int E[19];

static void kernel(unsigned n, int m, int *restrict B)
{
    double A[22];
    fill_double("A", A, 1 * (22));
#pragma scop
    for (int i0 = 0; i0 <= (int)n - 1; i0++) {
        for (int i1 = 1; i1 <= i0; i1++) {
            C[i0 + 2] = 0.125 * (int)(i0 + m) - 0.5 * A[i0];
            A[i1 + 2] = 0.5 * ((5) & 7) - 0.5 * B[(i0 + (int)n)];
        }
        C[i0 + 2] = 2.5;
    }
#pragma endscop
    show_double("A", A, 1 * (22));
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 7, m = argc > 2 ? atoi(argv[2]) : 7;
    static int B[19];
    fill_int("B", B, 1 * (19));
    fill_double("C", C, 1 * (19));
    fill_double("D", D, 1 * (22));
    fill_int("E", E, 1 * (19));
    kernel(n, m, B);
    show_int("B", B, 1 * (19));
    show_double("C", C, 1 * (19));
    show_double("D", D, 1 * (22));
    show_int("E", E, 1 * (19));
    return 0;
}
