// Random program 1000165: minmax casts strides types outer guards scalars locals structs compound calls vla
// run: 0 1
// run: 8 4
// run: 8 5
// flags: --budget=200000 --no-group-chains --isolate-full-tiles --signed-overflow=ignore
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

static double A[11];
static double C[17];
static int g0;

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

static void h0(int p, double a[static 13])
{
    a[p] = 2;
    a[p] = 1.25 + 0.5 * fabs(C[((g0 - 1) + (8 - p))]);
    C[(3 > 2 ? 3 : 2)]++;
    C[(g0 > 2 ? g0 : 2)] = A[MAX(((3 * p) * (-1)), 0)] = 0.125 * (int)(9 + p);
}

static void h1(int p, int q, float *a)
{
    a[p] = 2;
    if ((p + 5) > (2 * (-1)))
        g0 = p;
}

static void kernel(short n, long m, int B[11], struct rec R[11][13], double V[m + 1])
{
    g0 = 3;
    int o0 = 0;
    int o1 = 0;
    long o2 = 0;
    unsigned o3 = 0;
    int k0 = 0;
    int k1 = 0;
    double d0 = 0;
#pragma scop
    for (int i2 = 1; i2 <= 10; i2 += 1) {
        for (long i3 = 0; i3 <= 12; i3++) {
            B[i2] = ((C[i2] > 6)) & 1023;
            R[i2][i3].b[MIN((m + 2), 3)] = 0.125 * (int)o3 + 0.5 * R[i2][i3].in.y[2] + 0.25 * d0;
        }
    }
    for (int i4 = 0; i4 <= 10; i4 += 1) {
        for (int i5 = i4; i5 <= (int)m - 1; i5++) {
            A[i4] = 0.5 * (((R[i4][2 * i5].c < 10) + (unsigned char)B[i4] / 3) & 7) + 0.5 * d0;
            R[i4][i5].in.x++;
            if ((2 * 9) >= (k0 * (-2)))
                V[0] /= 4;
        }
    }
#pragma endscop
    printf("g0 %d\n", g0);
    printf("o0 %ld\n", (long)o0);
    printf("o1 %ld\n", (long)o1);
    printf("o3 %ld\n", (long)o3);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 8, m = argc > 2 ? atoi(argv[2]) : 4;
    static int B[11];
    static struct rec R[11][13];
    double V[m + 1];
    fill_double("A", A, 1 * (11));
    fill_int("B", B, 1 * (11));
    fill_double("C", C, 1 * (17));
    fill_rec("R", R[0], 1 * (11) * (13));
    fill_double("V", V, 1 * (m + 1));
    kernel(n, m, B, R, V);
    show_double("A", A, 1 * (11));
    show_int("B", B, 1 * (11));
    show_double("C", C, 1 * (17));
    show_rec("R", R[0], 1 * (11) * (13));
    show_double("V", V, 1 * (m + 1));
    return 0;
}
