// Loops whose dependences change direction inside of the range: they are divided where that happens, and each part is parallel.
// run: 37 5
// run: 1 0
// run: 2 7
// run: 64 63
// run: 0 0
// flags: -v --parallel-threshold=0
// parallel: 20
// kernels: 12
// says: loops are divided into parts: i < p.* and i >= p
// says: loops are divided into parts: j <= i and j > i
// says: loops are divided into parts: i < k and i >= k
// text: omp simd
#include <stdio.h>
#include <stdlib.h>

/* a is mirrored onto itself. */
static void mirror(int n, double *restrict a, const double *restrict b)
{
    for (int i = 0; i < n; i++)
        a[i] = a[n - 1 - i] + b[i];
}

static void mirror_down(int n, float *restrict a)
{
    for (int i = n - 1; i >= 0; i--)
        a[i] = a[n - 1 - i] * 0.5f + 1;
}

/* The same across two arrays and a scalar. */
static void crossing(int n, double *restrict a, double *restrict b, const double *restrict c)
{
    for (int i = 0; i < n; i++) {
        double x = a[n - 1 - i] + b[i] * c[i];
        a[i] = x - 1.0;
        b[i] = x;
    }
}

/* One element scales all others, and itself in the middle of it. */
static void scale(int n, int p, double *restrict a)
{
    for (int i = 0; i < n; i++)
        a[i] = a[i] / (a[p] + 3);
}

static void transpose(int n, double a[restrict n][n])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] = 0.5 * a[j][i] + 1;
}

static void mirror_rows(int n, int m, double a[restrict n][m])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] += a[i][m - 1 - j];
}

/* Row and column k change while all others read them. */
static void closure(int n, double a[restrict n][n])
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (a[i][k] + a[k][j] < a[i][j])
                    a[i][j] = a[i][k] + a[k][j];
}

/* The ends of a ring take each other's place. */
static void ring(int n, double *restrict a)
{
    for (int i = 0; i < n; i++)
        a[i] = 2 * a[(i == 0 ? n : i) - 1 == n - 1 ? n - 1 : 0] - i;
}

/* A sum along the rows, which no cut makes parallel. */
static void prefix(int n, double *restrict a)
{
    for (int i = 1; i < n; i++)
        a[i] = a[i - 1] * 0.5 + a[i];
}

static void fill(int n, double *a, double *b, double *c)
{
    for (int i = 0; i < n; i++) {
        a[i] = (i * 37 % 101) * 0.25;
        b[i] = (i * 53 % 97) * 0.5;
        c[i] = i % 7 - 3;
    }
}

static void show(const char *name, int n, const double *a)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum = sum * 0.75 + a[i];
    printf("%s %.17g %.17g\n", name, sum, n ? a[n / 2] : 0);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 20, p = argc > 2 ? atoi(argv[2]) : 3, all = n * n + n + 1;
    double *a = calloc((size_t)all, sizeof(double)), *b = calloc((size_t)all, sizeof(double));
    double *c = calloc((size_t)all, sizeof(double));
    float *f = calloc((size_t)all, sizeof(float));
    fill(all, a, b, c);
    mirror(n, a, b);
    show("mirror", n, a);
    for (int i = 0; i < n; i++)
        f[i] = (float)a[i];
    mirror_down(n, f);
    for (int i = 0; i < n; i++)
        b[i] += f[i];
    show("mirror_down", n, b);
    crossing(n, a, b, c);
    show("crossing", n, a);
    show("crossing", n, b);
    if (p < n)
        scale(n, p, a);
    show("scale", n, a);
    fill(n * n, b, a, c);
    transpose(n, (double(*)[n])b);
    show("transpose", n * n, b);
    if (n > 1)
        mirror_rows(n / 2, n, (double(*)[n])b);
    show("mirror_rows", n * n, b);
    closure(n, (double(*)[n])b);
    show("closure", n * n, b);
    ring(n, a);
    show("ring", n, a);
    prefix(n, a);
    show("prefix", n, a);
    free(a);
    free(b);
    free(c);
    free(f);
    return 0;
}
