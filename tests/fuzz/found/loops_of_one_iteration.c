// Random program 1000060: guards nests
// run: 1 0
// run: 6 2
// run: 4 1
// flags: --budget=60000 --schedule-algorithm=feautrier --tile-size=6 --no-run-time-tests
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

static int C[10][10][10];
static long F[10][19];

static void kernel(int n, int m, double A[25], int B[1], int D[10][7][3], long E[1][1])
{
#pragma scop
    for (int i0 = 0; i0 <= 9; i0++) {
        A[9 - i0] = 0.125 * (int)(7 + n);
        for (int i1 = 2; i1 <= 11; i1 += 1) {
            F[i0][9 - i0] = ((F[i0][2 * i0] & 15) * (n * 3) + (~D[9 - i0][n][m] >> 1)) & 1023;
        }
    }
    if (0 < (m + 4)) {
        for (int i2 = m; i2 < ((n - m) + 5); i2 += 1) {
            for (int i3 = 2; i3 <= 12; i3 += 1) {
                A[i3 + i3] = 1.5;
                A[i3 + i3] = 3.25;
            }
        }
        C[((n + 6) - 3)][(((m + 9) + 1) - 3)][(2 * m)] = ((~C[m][(((5 + n) + 5) - 7)][(n + 2)] >> 1) + C[9][((m - n) + 6)][((6 + 5) - 2)] - C[n][((n + 6) - 3)][((n + 4) - 1)]) & 1023;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 6, m = argc > 2 ? atoi(argv[2]) : 2;
    static double A[25];
    static int B[1];
    static int D[10][7][3];
    static long E[1][1];
    fill_double("A", A, 1 * (25));
    fill_int("B", B, 1 * (1));
    fill_int("C", C[0][0], 1 * (10) * (10) * (10));
    fill_int("D", D[0][0], 1 * (10) * (7) * (3));
    fill_long("E", E[0], 1 * (1) * (1));
    fill_long("F", F[0], 1 * (10) * (19));
    kernel(n, m, A, B, D, E);
    show_double("A", A, 1 * (25));
    show_int("B", B, 1 * (1));
    show_int("C", C[0][0], 1 * (10) * (10) * (10));
    show_int("D", D[0][0], 1 * (10) * (7) * (3));
    show_long("E", E[0], 1 * (1) * (1));
    show_long("F", F[0], 1 * (10) * (19));
    return 0;
}
