// Random program 100186: calls nests
// run: 1 1
// run: 5 5
// run: 8 7
// flags: --budget=60000 --schedule-context --isolate-full-tiles
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

static double A[18];

static double average(double x, double y)
{
    return 0.5 * (x + y);
}

__attribute__((const)) static double weight(int k)
{
    return k % 3 == 0 ? 0.5 : 0.25;
}

static int fold(int x)
{
    if (x < 0)
        x = -x;
    if (x > 9)
        return 9;
    return x;
}

__attribute__((pure)) static int residue(int x)
{
    int r = x % 5;
    return r < 0 ? r + 5 : r;
}

static void h0(int p, int *a, const float b[8])
{
    a[p] = b[0];
    if (((p - 3) + 3) <= 2)
        return;
    for (int i1 = 0; i1 <= 2; i1++) {
        A[i1 + 2] = 3.5 + 0.5 * average(a[i1], a[i1]) + 0.25 * b[i1] + 0.125 * b[i1 + 1];
        for (int i2 = 7; i2 >= 2; --i2) {
            A[i2] = 0.125 * (int)fold(p) + 0.5 * a[i2 + i2] + 0.25 * b[i1] + 0.125 * b[(i1 + 5)];
        }
        A[i1] = 0.125 * (int)i1 + 0.5 * b[i1] + 0.25 * a[i1 + 2];
    }
}

static void h3(int p, int q, int a[18])
{
    a[p] = 2;
    A[(q + 2)] = 0.5 * ((a[4] - (a[(q + 2)] & 15) * 29 + a[(p + 5)]) & 7) + 0.5 * a[(q + 2)] + 0.25 * A[9] + 0.125 * weight((q - 4));
    A[fold(p)] = 0.5 * (((unsigned char)a[p] / 3) & 7) + 0.5 * A[(p + 2)] + 0.25 * A[MAX(((p - 4) + 3), 0)];
    for (int i4 = (q + p); i4 >= 0; i4--) {
        a[((5 * (-2)) * (-1))] = ((a[((p + 3) + (-1))] <= 1) - (~a[(i4 + 3)] >> 1)) & 1023;
        A[p] = 0.5 * (((~a[(p + 5)] >> 1) + a[MAX(((q - i4) + 4), 0)] - (A[((q + i4) + 2)] < 6 || a[13] > 2)) & 7) + 0.5 * a[11];
    }
}

static void kernel(int n, int m, unsigned char (*C)[14], float E[8])
{
    int B[1];
    fill_int("B", B, 1 * (1));
    unsigned char D[5][10][10];
    fill_byte("D", D[0][0], 1 * (5) * (10) * (10));
#pragma scop
    for (int i5 = 0; i5 <= (int)m - 1; ++i5) {
        for (int i6 = 2; i6 <= i5; i6++) {
            C[i6 + 2][6 - i6] = (D[i6 - 2][((i6 + 5) - 2)][((m + 3) - 1)] + (C[i5][i6] > 1)) & 255;
        }
        E[i5 + 1] = 0.5 * ((residue((n + 3))) & 7);
    }
    for (int i7 = (-1); (-2) > i7; ++i7) {
        A[m] = 0.125 * (int)(i7 + n) - 0.5 * A[(n + 2)] - 0.25 * C[((i7 + m) + 1)][(((i7 + n) + (m - 3)) + 2)];
    }
#pragma endscop
    show_int("B", B, 1 * (1));
    show_byte("D", D[0][0], 1 * (5) * (10) * (10));
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 5, m = argc > 2 ? atoi(argv[2]) : 5;
    static unsigned char C[9][14];
    static float E[8];
    fill_double("A", A, 1 * (18));
    fill_byte("C", C[0], 1 * (9) * (14));
    fill_float("E", E, 1 * (8));
    kernel(n, m, C, E);
    show_double("A", A, 1 * (18));
    show_byte("C", C[0], 1 * (9) * (14));
    show_float("E", E, 1 * (8));
    return 0;
}
