// Random program 1000083: ternary nests
// run: 0 2
// run: 3 4
// run: 7 6
// flags: --budget=60000 --no-reschedule --no-live-range-reordering --schedule-algorithm=feautrier --tile --sizes={kernel[i]->tile[4,3,6];kernel[i]->block[6,6,3];kernel[i]->grid[3,3]} --no-scale-tile-loops --isolate-full-tiles --unroll-gpu-tile --ast-build-separation-bounds=implicit --annotate
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

static int B[6];
static long F[6][11];

static void kernel(int n, int m, double A[4], long C[1][1][1])
{
    double D[8][10][10];
    fill_double("D", D[0][0], 1 * (8) * (10) * (10));
    double E[1];
    fill_double("E", E, 1 * (1));
#pragma scop
    for (int i0 = n; i0 >= ((n + m) - 3); --i0) {
        for (int i1 = m; i1 < (n < (i0 + 1) ? m : n); ++i1) {
            for (int i2 = (-2); i2 < (2 + 7); i2++) {
                for (long i3 = 2; i3 <= (int)m - 1; i3++) {
                    F[i3 - 2][2 * i3] = ((A[5 - i3] <= 2 ? B[i3] : (n + m)) - F[i3][i3 + 2]) & 1023;
                }
            }
        }
    }
    D[n][MIN((m + n), 9)][((4 + m) - 1)] = 0.125 * (int)(m * 3);
#pragma endscop
    show_double("D", D[0][0], 1 * (8) * (10) * (10));
    show_double("E", E, 1 * (1));
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, m = argc > 2 ? atoi(argv[2]) : 4;
    static double A[4];
    static long C[1][1][1];
    fill_double("A", A, 1 * (4));
    fill_int("B", B, 1 * (6));
    fill_long("C", C[0][0], 1 * (1) * (1) * (1));
    fill_long("F", F[0], 1 * (6) * (11));
    kernel(n, m, A, C);
    show_double("A", A, 1 * (4));
    show_int("B", B, 1 * (6));
    show_long("C", C[0][0], 1 * (1) * (1) * (1));
    show_long("F", F[0], 1 * (6) * (11));
    return 0;
}
