// kernels: 12
// run: 100
// run: 1
// Interleaved arrays without a common element: copies from a device must not overwrite these.
#include <stdio.h>
#include <stdlib.h>

struct complex {
    double re, im;
};
struct point {
    float x;
    int k;
};

static double buffer[4001], table[1001];
static struct complex numbers[1001];
static struct point points[1000];

static void scale(int n, double *restrict re, double *restrict im)
{
    for (int i = 0; i < n; i++)
        re[2 * i] = re[2 * i] * 2 + i;
    for (int i = 0; i < n; i++)
        im[2 * i] = im[2 * i] * 3 - i;
}

static void conjugate(int n, const double *restrict re, double *restrict im)
{
    for (int i = 0; i < n; i++)
        im[2 * i] = re[2 * i] - i;
}

static void rows(int n, double (*restrict a)[40], double (*restrict b)[40])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 20; j++) {
            a[i][j] = a[i][j] * 2 + i + j;
            b[i][j] = b[i][j] * 3 + i - j;
        }
}

static void every_other(int n, struct complex *restrict v, struct complex *restrict w)
{
    for (int i = 0; i < n; i++) {
        v[2 * i].re = i;
        w[2 * i].im = -i;
        w[2 * i].re = v[2 * i].re + 1;
    }
}

/* Types say that the two are apart. */
static void members(int n, float *x, int *k)
{
    for (int i = 0; i < n; i++) {
        x[2 * i] = x[2 * i] + 1;
        k[2 * i] = k[2 * i] + i;
    }
}

static void global(int n, double *restrict p)
{
    for (int i = 0; i < n; i++) {
        p[2 * i] = p[2 * i] + i;
        table[2 * i] = table[2 * i] * 2 - i;
    }
}

/* The copy begins at the first element of "a". */
static void behind(int n, double *a, double *b)
{
    for (int i = 0; i < n; i++) {
        a[i + n] = b[i] * 2;
        b[i] = 1;
    }
}

/* The host writes some elements of "b" between kernels that write "a". */
static void steps(int n, double *restrict a, double *restrict b)
{
    for (int t = 0; t < 3; t++) {
        for (int i = 0; i < n; i++)
            a[2 * i] = a[2 * i] * 0.5 + i;
        b[2 * t] = strtod("2.5", NULL) + t;
    }
}

static double digest(const double *p, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum = sum * 0.99 + p[i];
    return sum;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3;
    for (int i = 0; i < 4001; i++)
        buffer[i] = table[i % 1001] = i % 17;
    scale(n, buffer, buffer + 1);
    scale(n, buffer + 1000, buffer + 2000);
    printf("%.17g\n", digest(buffer, 4001));
    conjugate(n, buffer, buffer + 1);
    printf("%.17g\n", digest(buffer, 4001));
    rows(n / 2, (double(*)[40])buffer, (double(*)[40])(buffer + 20));
    printf("%.17g\n", digest(buffer, 4001));
    every_other(n, numbers, numbers + 1);
    printf("%.17g\n", digest(&numbers[0].re, 2002));
    members(n, &points[0].x, &points[0].k);
    for (int i = 0; i < 5; i++)
        printf("%g %d\n", points[i].x, points[i].k);
    global(n, table + 1);
    printf("%.17g\n", digest(table, 1001));
    behind(n, buffer, buffer);
    steps(n, buffer, buffer + 1);
    printf("%.17g\n", digest(buffer, 4001));
    return 0;
}
