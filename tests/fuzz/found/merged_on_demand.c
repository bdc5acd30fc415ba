// Random program 123087: types outer ternary indirect itermod nests
// run: 0 0
// run: 6 1
// run: 2 3
// flags: --budget=60000 --no-schedule-treat-coalescing --no-private-memory --no-ast-build-prefer-pdiv --annotate
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

static void fill_byte(const char *name, unsigned char *v, int n)
{
    for (int i = 0; i < n; i++)
        v[i] = (i + name[0]) * 7 % 251;
}

static void show_byte(const char *name, const unsigned char *v, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += (i * 37 % 101 + 1) * (double)v[i];
    printf("%s %a %lx\n", name, sum, hash(v, n * sizeof(*v)));
}

static void fill_long(const char *name, long *v, int n)
{
    for (int i = 0; i < n; i++)
        v[i] = (i + name[0]) * 7 % 13;
}

static void show_long(const char *name, const long *v, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += (i * 37 % 101 + 1) * (double)v[i];
    printf("%s %a %lx\n", name, sum, hash(v, n * sizeof(*v)));
}

static void fill_index(const char *name, int *v, int n)
{
    for (int i = 0; i < n; i++)
        v[i] = (i + name[0]) * 7 % 16;
}

static void show_index(const char *name, const int *v, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += (i * 37 % 101 + 1) * (double)v[i];
    printf("%s %a %lx\n", name, sum, hash(v, n * sizeof(*v)));
}

static int X[1];

static void kernel(unsigned n, unsigned m, double *A, int *B, double C[1][1], long D[1][1], unsigned char E[6][12])
{
    int o0 = 0;
    int o1 = 0;
    long o2 = 0;
    unsigned o3 = 0;
#pragma scop
    for (int i0 = 1; i0 <= 11; ++i0) {
        for (int i1 = 0; i1 <= (int)n - 1; i1++) {
            for (long i2 = i0 + 1; i2 <= i1; i2++) {
                A[i1] = 0.125 * (int)(o0 - i2) + 0.5 * E[i1][i0] + 0.25 * A[i2];
                B[i0 - 1] = (E[i2][i1 + 2]) & 1023;
            }
        }
    }
#pragma endscop
    printf("o0 %ld\n", (long)o0);
    printf("o1 %ld\n", (long)o1);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 6, m = argc > 2 ? atoi(argv[2]) : 1;
    static double A[6];
    static int B[11];
    static double C[1][1];
    static long D[1][1];
    static unsigned char E[6][12];
    fill_double("A", A, 1 * (6));
    fill_int("B", B, 1 * (11));
    fill_double("C", C[0], 1 * (1) * (1));
    fill_long("D", D[0], 1 * (1) * (1));
    fill_byte("E", E[0], 1 * (6) * (12));
    fill_index("X", X, 1 * (1));
    kernel(n, m, A, B, C, D, E);
    show_double("A", A, 1 * (6));
    show_int("B", B, 1 * (11));
    show_double("C", C[0], 1 * (1) * (1));
    show_long("D", D[0], 1 * (1) * (1));
    show_byte("E", E[0], 1 * (6) * (12));
    show_index("X", X, 1 * (1));
    return 0;
}
