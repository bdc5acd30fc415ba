// Random program 102660: structs
// run: 1 2
// run: 6 7
// run: 8 1
// flags: --budget=60000 --no-schedule-treat-coalescing --annotate
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

static double A[31];

static void kernel(int n, int m, int C[15], unsigned char E[10][12], struct rec R[16][5])
{
    int B[1];
    fill_int("B", B, 1 * (1));
    int D[1][1][1];
    fill_int("D", D[0][0], 1 * (1) * (1) * (1));
#pragma scop
    for (int i0 = (m - (-2)); i0 >= ((n + 3) - 1); i0--) {
        for (int i1 = ((m + n) - 5); (((n + 1) * (-1)) + 3) >= i1; i1++) {
            E[n][m] = ((i1 + i0) - E[(m + 2)][(3 + n)] + (i1 + 0)) & 255;
            R[(n + 7)][(i1 + 3)].in.x = 0.5 * (((~C[((i0 + 1) + 4)] >> 1) + C[n] % 7) & 7) + 0.5 * A[(m + i0)] + 0.25 * A[(((-3) * (-2)) + (3 * n))];
        }
    }
#pragma endscop
    show_int("B", B, 1 * (1));
    show_int("D", D[0][0], 1 * (1) * (1) * (1));
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 6, m = argc > 2 ? atoi(argv[2]) : 7;
    static int C[15];
    static unsigned char E[10][12];
    static struct rec R[16][5];
    fill_double("A", A, 1 * (31));
    fill_int("C", C, 1 * (15));
    fill_byte("E", E[0], 1 * (10) * (12));
    fill_rec("R", R[0], 1 * (16) * (5));
    kernel(n, m, C, E, R);
    show_double("A", A, 1 * (31));
    show_int("C", C, 1 * (15));
    show_byte("E", E[0], 1 * (10) * (12));
    show_rec("R", R[0], 1 * (16) * (5));
    return 0;
}
