// Random program 700143: divmod casts types outer guards scalars structs ternary linear nests
// run: 0 1
// run: 3 4
// run: 4 5
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

static struct rec R[107];
static int g0;

static void kernel(unsigned n, unsigned m, double (*C)[1], double E[1][1], unsigned char F[6][7][4], double *restrict P, float *Q)
{
    g0 = 3;
    int o0 = 0;
    int o1 = 0;
    long o2 = 0;
    unsigned o3 = 0;
    int k0 = 0;
    int k1 = 0;
    double d0 = 0;
    double A[5];
    fill_double("A", A, 1 * (5));
    int B[1];
    fill_int("B", B, 1 * (1));
    long D[4][17];
    fill_long("D", D[0], 1 * (4) * (17));
#pragma scop
    for (o3 = 0; o3 < n; o3++) {
        for (o2 = 0; o2 < m; o2++) {
            for (int i0 = 2; i0 <= (int)n - 1; i0++) {
                F[i0 + 2][i0][i0] = ((D[i0 - 2][i0 + i0] & 15) * 1 - (unsigned char)F[i0 - 1][i0 + i0][i0 - 1] / 3) & 255;
                Q[0 + k1 * n] = 2.5 + 0.5 * D[i0][i0 + i0] + 0.25 * Q[(1 / 2) * n + 0] + 0.125 * d0;
            }
            A[(int)o2] = 2.5 - 0.5 * R[((g0 + 8) + (n % 3))].b[(((o0 - k1) % 4 + 4) % 4)] - 0.25 * R[106].c;
        }
        R[(m + n)].b[(g0 % 4)] = 0.25 + 0.5 * A[(6 % 4)] + 0.25 * d0 + 0.125 * D[o3][((k0 - 3) + 7)];
    }
#pragma endscop
    printf("g0 %d\n", g0);
    printf("o1 %ld\n", (long)o1);
    printf("o2 %ld\n", (long)o2);
    printf("o3 %ld\n", (long)o3);
    printf("k1 %ld\n", (long)k1);
    show_double("A", A, 1 * (5));
    show_int("B", B, 1 * (1));
    show_long("D", D[0], 1 * (4) * (17));
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, m = argc > 2 ? atoi(argv[2]) : 4;
    static double C[1][1];
    static double E[1][1];
    static unsigned char F[6][7][4];
    static double P[1];
    static float Q[50];
    fill_double("C", C[0], 1 * (1) * (1));
    fill_double("E", E[0], 1 * (1) * (1));
    fill_byte("F", F[0][0], 1 * (6) * (7) * (4));
    fill_rec("R", R, 1 * (107));
    fill_double("P", P, 1 * (1));
    fill_float("Q", Q, 1 * (50));
    kernel(n, m, C, E, F, P, Q);
    show_double("C", C[0], 1 * (1) * (1));
    show_double("E", E[0], 1 * (1) * (1));
    show_byte("F", F[0][0], 1 * (6) * (7) * (4));
    show_rec("R", R, 1 * (107));
    show_double("P", P, 1 * (1));
    show_float("Q", Q, 1 * (50));
    return 0;
}
