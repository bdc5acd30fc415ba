// Random program 3000057: divmod casts conjunct types wrap whiles compound ternary nests
// run: 1 2
// run: 7 1
// run: 5 6
// flags: --device=h200
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


static void kernel(unsigned n, unsigned m, double A[5], double C[6], long *restrict D)
{
    int B[9];
    fill_int("B", B, 1 * (9));
#pragma scop
    for (int i0 = 0; i0 <= (int)n - 2; ++i0) {
        for (int i1 = 2; i1 <= (int)n - 2; i1 += 1) {
            C[i0] = 0.5 * (((unsigned char)B[i0] / 3) & 7) + 0.5 * D[i1 + i0];
            C[i0] = 3.25 - 0.5 * C[i0] + 0.25 * B[i1];
        }
    }
    for (int i2 = 2; i2 <= (int)m - 2; i2++) {
        for (int i3 = 2; i3 <= (int)n - 1; i3++) {
            for (int i4 = 1; i4 <= (int)m - 1; i4++) {
                C[i2] = 1.5;
                C[i2] = 1.5 + 0.5 * C[i4];
                --D[i2];
            }
            for (int i5 = i2; i5 <= (int)m - 2; i5 += 1) {
                A[i2] += 0.125 * (int)((int)n + i2);
            }
            C[i2] /= 4;
        }
    }
#pragma endscop
    show_int("B", B, 1 * (9));
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 7, m = argc > 2 ? atoi(argv[2]) : 1;
    static double A[5];
    static double C[6];
    static long D[11];
    fill_double("A", A, 1 * (5));
    fill_double("C", C, 1 * (6));
    fill_long("D", D, 1 * (11));
    kernel(n, m, A, C, D);
    show_double("A", A, 1 * (5));
    show_double("C", C, 1 * (6));
    show_long("D", D, 1 * (11));
    return 0;
}
