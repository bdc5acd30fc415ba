// Random program 123330: pencil regions nests
// run: 1 1
// run: 8 7
// run: 4 5
// flags: --pencil --no-schedule-outer-coincidence --schedule-serialize-sccs --max-shared-memory=525
// expect: may
#include <pave/pencil.h>
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

static long F[7][8][7];

static void kernel(int n, int m, int *restrict B, long C[8][10][10], float D[84])
{
    double A[17];
    fill_double("A", A, 1 * (17));
    long E[12];
    fill_long("E", E, 1 * (12));
#pragma scop
    __pencil_assume(n >= 1 && m <= 7);
    for (int i0 = m; i0 > (n + 2); i0--) {
        B[(i0 + 2)] = ((m + n)) & 1023;
        for (int i1 = (n + 2); i1 >= 3; i1--) {
            for (int i2 = 0; i2 <= (int)n - 1; ++i2) {
                E[(3 + n)] = ((m + i0) + B[7 - i2] % 7) & 1023;
            }
            for (int i3 = 0; i3 <= 10; i3++) {
                B[i3 + 1] = ((C[0][MIN((m + n), 9)][(3 * 3)] < 7) + (~B[i3] >> 1)) & 1023;
            }
        }
    }
#pragma endscop
    show_double("A", A, 1 * (17));
    show_long("E", E, 1 * (12));
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 8, m = argc > 2 ? atoi(argv[2]) : 7;
    static int B[13];
    static long C[8][10][10];
    static float D[84];
    fill_int("B", B, 1 * (13));
    fill_long("C", C[0][0], 1 * (8) * (10) * (10));
    fill_float("D", D, 1 * (84));
    fill_long("F", F[0][0], 1 * (7) * (8) * (7));
    kernel(n, m, B, C, D);
    show_int("B", B, 1 * (13));
    show_long("C", C[0][0], 1 * (8) * (10) * (10));
    show_float("D", D, 1 * (84));
    show_long("F", F[0][0], 1 * (7) * (8) * (7));
    return 0;
}
