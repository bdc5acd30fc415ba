// Random program 102581: conjunct wrap shadow locals ternary calls
// run: 1 1
// run: 7 3
// run: 3 2
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

static double A[103];
static int B[109];

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

static void h0(int p, int a[static 16], const float b[16])
{
    a[p] = b[0];
    A[102] = 0.5 * (((~B[fold(p)] >> 1) - (p + 5) + residue(p)) & 7) + 0.5 * ((p > 4) || ((0 * 3) >= (6 + p)) ? A[((p - 1) + 1)] : A[p]);
    for (int i1 = p; p > i1; ++i1) {
        A[(p + i1)] = 0.25 + 0.5 * a[i1];
    }
}

static void kernel(int n, int m)
{
    double C[1][1];
    fill_double("C", C[0], 1 * (1) * (1));
#pragma scop
    for (int i2 = 0; i2 < n; ++i2) {
        int t3 = fold((m + n));
        for (int i4 = 8; i4 >= MIN(t3, 10) && (i2 < 5); i4--) {
            B[108] = ((((i4 + 3) >= (n + i2)) || (t3 > (n + m)) ? B[(i4 + 5)] : B[66]) - (~B[62] >> 1)) & 1023;
        }
    }
#pragma endscop
    show_double("C", C[0], 1 * (1) * (1));
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 7, m = argc > 2 ? atoi(argv[2]) : 3;
    fill_double("A", A, 1 * (103));
    fill_int("B", B, 1 * (109));
    kernel(n, m);
    show_double("A", A, 1 * (103));
    show_int("B", B, 1 * (109));
    return 0;
}
