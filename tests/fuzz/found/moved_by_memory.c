// Random program 102730: shadow breaks guards scalars indirect regions nests
// run: 1 0
// run: 5 4
// run: 7 7
// flags: --budget=60000 --no-live-range-reordering --sizes={kernel[0]->tile[2,2,2];kernel[1]->tile[5,5]} --no-private-memory --ast-build-detect-min-max --no-run-time-tests --signed-overflow=ignore --ctx=[n,m]->{:(0<=n<=8)and(0<=m<=7)}
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

static double C[18][13];

static void kernel(int n, int m, int B[1], int *restrict X)
{
    int k0 = 0;
    int k1 = 0;
    double d0 = 0;
    double A[7];
    fill_double("A", A, 1 * (7));
#pragma scop
    for (int i0 = k1; n > i0; i0++) {
        C[i0][k1] = 0.125 * (int)(i0 - 5) + 0.5 * X[n];
    }
#pragma endscop
    printf("%d\n", (int)n);
#pragma scop
    for (int i1 = 0; i1 <= (int)m - 1; i1++) {
        C[(k0 + 5)][i1] = 1.25 + 0.5 * C[i1][i1] + 0.25 * X[i1 + i1], C[i1][i1] = 0.25;
        A[i1] = 0.125 * (int)(k1 + 4) - 0.5 * A[6 - i1] + 0.25 * d0;
        C[i1][i1 + i1] = 0.125 * (int)(m - i1) + 0.5 * d0 + 0.25 * C[i1 + 2][i1] + 0.125 * d0;
    }
#pragma endscop
    printf("k1 %ld\n", (long)k1);
    show_double("A", A, 1 * (7));
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 5, m = argc > 2 ? atoi(argv[2]) : 4;
    static int B[1];
    static int X[13];
    fill_int("B", B, 1 * (1));
    fill_double("C", C[0], 1 * (18) * (13));
    fill_index("X", X, 1 * (13));
    kernel(n, m, B, X);
    show_int("B", B, 1 * (1));
    show_double("C", C[0], 1 * (18) * (13));
    show_index("X", X, 1 * (13));
    return 0;
}
