// Random program 102699: types scalars structs
// run: 1 0
// run: 8 7
// run: 5 6
// flags: --tile --sizes={kernel[0]->tile[2,3,6];kernel[1]->tile[6,5]} --no-ast-build-allow-or --no-assume-restrict
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

static void fill_float(const char *name, float *v, int n)
{
    for (int i = 0; i < n; i++)
        v[i] = (i + name[0]) * 7 % 19 * 0.5 - 1;
}

static void show_float(const char *name, const float *v, int n)
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

struct rec {
    double b[4];
    int a;
    int e;
    struct {
        float x;
        unsigned char y[4];
    } in;
    long c;
};

static void fill_rec(const char *name, struct rec *v, int n)
{
    for (int i = 0; i < n; i++) {
        v[i].a = (i + name[0]) * 3 % 11;
        for (int j = 0; j < 4; j++)
            v[i].b[j] = i * 0.5 - j, v[i].in.y[j] = (i + j) * 7 % 256;
        v[i].in.x = i % 5;
        v[i].e = i % 4;
        v[i].c = i % 6;
    }
}

static void show_rec(const char *name, const struct rec *v, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        sum += (i * 37 % 101 + 1) * (v[i].a + 3 * v[i].in.x);
        for (int j = 0; j < 4; j++)
            sum += (j + 1) * v[i].b[j] + (j + 2) * v[i].in.y[j];
        sum += 3 * v[i].e + 2 * v[i].c;
    }
    printf("%s %a\n", name, sum);
}

static float D[10][10][10];
static int g0;

static void kernel(long n, int m, double A[1], int B[32], float E[10], double F[1][1], struct rec R[13][24])
{
    g0 = 3;
    int k0 = 0;
    int k1 = 0;
    double d0 = 0;
    int C[9][16];
    fill_int("C", C[0], 1 * (9) * (16));
#pragma scop
    for (int i0 = (n - (-2)); i0 >= 4; i0--) {
        for (int i1 = 0; i1 < m; i1++) {
            for (signed char i2 = ((k1 + g0) - 4); i2 > (i1 + 2); --i2) {
                D[MIN(MAX((k0 + 3), 0), 9)][((-2) * (-2))][8] = 0.5 * (((B[(4 + i1)] & 15) * ((i0 + k0) + 1) - (R[12][MIN(MAX(((k1 + i1) + (n + k0)), 0), 23)].in.y[2] >= 3)) & 7) + 0.5 * d0 + 0.25 * B[((2 + (-1)) + (i0 * 3))];
                E[((g0 * (-1)) + 9)] = 0.5 * ((B[(4 + m)] + (B[(1 + k1)] & 15) * (m + n)) & 7) + 0.5 * D[MIN((i2 * 2), 9)][MIN((i2 * 2), 9)][9] + 0.25 * d0;
            }
        }
    }
    for (int i3 = 1; i3 < g0; i3 += 1) {
        B[n] = ((~C[n][(8 + 7)] >> 1)) & 1023;
        B[m] = (n + B[i3] - (((i3 + m) > k1) && (D[7][4][9] > 6))) & 1023;
    }
#pragma endscop
    printf("g0 %d\n", g0);
    printf("k0 %ld\n", (long)k0);
    printf("d0 %a\n", d0);
    show_int("C", C[0], 1 * (9) * (16));
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 8, m = argc > 2 ? atoi(argv[2]) : 7;
    static double A[1];
    static int B[32];
    static float E[10];
    static double F[1][1];
    static struct rec R[13][24];
    fill_double("A", A, 1 * (1));
    fill_int("B", B, 1 * (32));
    fill_float("D", D[0][0], 1 * (10) * (10) * (10));
    fill_float("E", E, 1 * (10));
    fill_double("F", F[0], 1 * (1) * (1));
    fill_rec("R", R[0], 1 * (13) * (24));
    kernel(n, m, A, B, E, F, R);
    show_double("A", A, 1 * (1));
    show_int("B", B, 1 * (32));
    show_float("D", D[0][0], 1 * (10) * (10) * (10));
    show_float("E", E, 1 * (10));
    show_double("F", F[0], 1 * (1) * (1));
    show_rec("R", R[0], 1 * (13) * (24));
    return 0;
}
