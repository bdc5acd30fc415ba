// Random program 102093: types scalars calls nests
// run: 1 2
// run: 8 7
// run: 7 3
// flags: --schedule-algorithm=feautrier --tile --no-tile --ast-build-separation-bounds=implicit
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

static int B[23];
static unsigned char D[8][5][6];

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

static void h0(int p, int q, int a[static 18])
{
    a[p] = 2;
    for (long i1 = ((9 * 3) - 17); q > i1; ++i1) {
        for (int i2 = 2; (q + 3) >= i2; i2 += 1) {
            for (int i3 = 1; i3 <= 3; i3++) {
                B[2 * i3] = (a[2 * i3] - (unsigned char)B[i3 + i3] / 3) & 1023;
                a[i3 + i3] = ((B[i3] & 15) * ((3 - i1) + 8)) & 1023;
            }
        }
    }
}

static void kernel(long n, unsigned m, double A[11], int (*C)[9][10], float (*E)[17])
{
    int k0 = 0;
    int k1 = 0;
    double d0 = 0;
#pragma scop
    for (int i4 = ((k0 * (-1)) + 6); i4 > MIN((n + k0), 10); i4--) {
        for (int i5 = ((k1 * (-2)) + 12); i5 > (-1); i5--) {
            E[(3 * (int)m)][(i4 + 2)] = 0.125 * (int)(k0 - 0) + 0.5 * A[(5 * 2)] + 0.25 * E[(m + k1)][(7 + k1)] - 0.125 * D[7][4][1];
        }
    }
    for (unsigned short i6 = (int)m; i6 > (int)m; i6--) {
        for (int i7 = 2; i7 <= (int)n - 2; i7 += 1) {
            B[i7 - 1] = (C[((9 + i6) - 7)][(i6 + 0)][(2 + i6)]) & 1023;
            B[((3 + i6) + ((int)m + 5))] = ((E[i7][i7 - 1] >= 5) - B[i7 - 1] - D[i7][6 - i7][i7 - 1] % 7) & 1023, B[(k0 + 4)] = (C[i7][i7 + 2][i7] + residue((i6 - (int)m)) + (B[(9 - k1)] & 15) * (2 * 9)) & 1023;
        }
    }
#pragma endscop
    printf("k0 %ld\n", (long)k0);
    printf("k1 %ld\n", (long)k1);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 8, m = argc > 2 ? atoi(argv[2]) : 7;
    static double A[11];
    static int C[10][9][10];
    static float E[22][17];
    fill_double("A", A, 1 * (11));
    fill_int("B", B, 1 * (23));
    fill_int("C", C[0][0], 1 * (10) * (9) * (10));
    fill_byte("D", D[0][0], 1 * (8) * (5) * (6));
    fill_float("E", E[0], 1 * (22) * (17));
    kernel(n, m, A, C, E);
    show_double("A", A, 1 * (11));
    show_int("B", B, 1 * (23));
    show_int("C", C[0][0], 1 * (10) * (9) * (10));
    show_byte("D", D[0][0], 1 * (8) * (5) * (6));
    show_float("E", E[0], 1 * (22) * (17));
    return 0;
}
