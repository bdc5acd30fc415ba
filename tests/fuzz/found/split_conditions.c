// Random program 101538: nests
// run: 0 0
// run: 5 3
// run: 2 5
// flags: --tile-size=2 --isolate-full-tiles --no-ast-build-allow-or
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

static unsigned char C[99];

static void kernel(int n, int m, double *restrict A, int *restrict B)
{
#pragma scop
    for (int i0 = 0; i0 < n; i0 += 1) {
        A[((m - 4) + 4)] = 1.25 + 0.5 * B[n], A[n] = 0.125 * (int)(m + n) + 0.5 * B[(7 + m)] + 0.25 * C[98];
        A[(3 * m)] = 3.25;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 5, m = argc > 2 ? atoi(argv[2]) : 3;
    static double A[16];
    static int B[13];
    fill_double("A", A, 1 * (16));
    fill_int("B", B, 1 * (13));
    fill_byte("C", C, 1 * (99));
    kernel(n, m, A, B);
    show_double("A", A, 1 * (16));
    show_int("B", B, 1 * (13));
    show_byte("C", C, 1 * (99));
    return 0;
}
