// Random program 205603: structs regions nests
// run: 0 0
// run: 2 4
// run: 5 4
// flags: --budget=60000 --no-live-range-reordering --schedule-algorithm=feautrier --schedule-fallback=wavefront --schedule-fallback=single --no-schedule-treat-coalescing --tile --budget=653000
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

static struct rec R[28];

static void kernel(int n, int m, double A[14], int *restrict B)
{
    float C[13][14];
    fill_float("C", C[0], 1 * (13) * (14));
#pragma scop
    for (int i0 = m; m >= i0; i0++) {
        B[i0] = ((B[(n + 5)] > 8)) & 1023, A[(i0 + (m + 2))] = 0.5;
    }
    for (int i1 = (m - 1); i1 <= (2 * m); i1 = i1 + 1) {
        for (int i2 = (int)n - 1; i2 >= 0; i2--) {
            R[(i2 + n)].in.x = 0.125 * (int)(n + 4) + 0.5 * R[1].a + 0.25 * R[n].b[0];
            R[((3 * i1) + 3)].in.x = 0.125 * (int)(4 - i1);
        }
        C[(n + 7)][((i1 + m) + 1)] = 0.125 * (int)m + 0.5 * B[(((i1 - m) + 3) + 2)] + 0.25 * R[m].b[MIN((i1 + 3), 3)] + 0.125 * R[(i1 + 3)].b[0];
    }
#pragma endscop
    printf("%d\n", (int)n);
#pragma scop
    for (int i3 = 2; i3 <= 12; i3++) {
        for (int i4 = 2; i4 <= i3; i4++) {
            A[(i3 + 1)] = 1.5 - 0.5 * R[i4].in.y[MIN((0 + m), 3)] + 0.25 * R[i3].c;
            A[i4 + 1] = 0.5 * (((m - i3) - R[i4 + 1].c + R[i3].c) & 7);
        }
    }
    for (int i5 = 2; i5 <= (int)m - 1; i5++) {
        for (int i6 = 1; i6 <= i5; i6++) {
            R[2 * i5].in.y[MIN((m + n), 3)] = (B[i6]) & 255;
        }
        R[i5].in.x = 0.25 - 0.5 * R[i5].c;
    }
    for (int i7 = 0; i7 <= 11; i7++) {
        for (int i8 = 1; i8 <= (int)m - 1; i8++) {
            R[i8].b[MIN((n + i7), 3)] = 1.25 - 0.5 * A[i8] + 0.25 * R[n].b[1];
            R[(i7 * 2)].c = (R[i8 - 1].in.y[2] + B[i8 + i7] + R[i7 + i8].a) & 1023;
        }
    }
#pragma endscop
    show_float("C", C[0], 1 * (13) * (14));
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2, m = argc > 2 ? atoi(argv[2]) : 4;
    static double A[14];
    static int B[15];
    fill_double("A", A, 1 * (14));
    fill_int("B", B, 1 * (15));
    fill_rec("R", R, 1 * (28));
    kernel(n, m, A, B);
    show_double("A", A, 1 * (14));
    show_int("B", B, 1 * (15));
    show_rec("R", R, 1 * (28));
    return 0;
}
