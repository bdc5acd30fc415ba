// Random program 101033: strides scalars structs nests
// run: 0 1
// run: 4 6
// run: 5 4
// flags: --budget=60000
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

static int B[6];
static struct rec R[13];
static int g0;

static void kernel(int n, int m, float C[1][1][1], double (*D)[13], unsigned char E[14][12])
{
    g0 = 3;
    int k0 = 0;
    int k1 = 0;
    double d0 = 0;
    double A[41];
    fill_double("A", A, 1 * (41));
#pragma scop
    for (int i0 = 1; i0 <= 11; i0 += 1) {
        for (int i1 = 2; i1 <= (int)n - 1; i1 += 1) {
            R[i1].in.y[((i1 - 5) + 3)] = (R[i1].in.y[(8 - 5)] + E[(i1 + k1)][i0] - R[i0 + 1].c % 7) & 255;
        }
        R[11 - i0].in.x = 2.5 - 0.5 * d0 + 0.25 * D[i0 - 1][i0 + 1];
    }
    for (int i2 = 0; i2 <= (int)m - 1; i2++) {
        for (int i3 = 1; i3 <= i2; ++i3) {
            for (int i4 = 0; i4 <= i3; i4++) {
                D[i3][i4] = 0.125 * (int)(k0 + 0);
            }
        }
        for (int i5 = 0; i5 <= (int)m - 1; i5++) {
            A[40] = 1.5;
            A[i2 + 2] = 0.125 * (int)5 + 0.5 * d0 + 0.25 * A[i2];
            E[i5 + 2][i2 + 1] = (((4 > (k0 + k1)) || (R[i2 + 1].b[((-2) - (-2))] >= 4)) - (B[i2] >= 4) - (((g0 + n) >= (i2 + k1)) || (B[i2] <= 6))) & 255, A[i2] = 3.25 + 0.5 * A[5 - i5] + 0.25 * d0;
        }
    }
#pragma endscop
    printf("g0 %d\n", g0);
    printf("k1 %ld\n", (long)k1);
    printf("d0 %a\n", d0);
    show_double("A", A, 1 * (41));
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4, m = argc > 2 ? atoi(argv[2]) : 6;
    static float C[1][1][1];
    static double D[11][13];
    static unsigned char E[14][12];
    fill_int("B", B, 1 * (6));
    fill_float("C", C[0][0], 1 * (1) * (1) * (1));
    fill_double("D", D[0], 1 * (11) * (13));
    fill_byte("E", E[0], 1 * (14) * (12));
    fill_rec("R", R, 1 * (13));
    kernel(n, m, C, D, E);
    show_int("B", B, 1 * (6));
    show_float("C", C[0][0], 1 * (1) * (1) * (1));
    show_double("D", D[0], 1 * (11) * (13));
    show_byte("E", E[0], 1 * (14) * (12));
    show_rec("R", R, 1 * (13));
    return 0;
}
