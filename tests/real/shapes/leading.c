// run: 7 5 6
// run: 16 16 16
// run: 1 1 1
// run: 0 3 2
// parallel: 6
// kernels: 5
/* Linear subscripts that are rows and columns only for some sizes: leading dimensions, halos, macros. */
#include <stdio.h>
#include <stdlib.h>

#define AT2(x, y, width, x0, y0) ((width) * ((y) - (y0)) + (x) - (x0))

static void gemm(int m, int n, int k, float alpha, const float *a, int lda, const float *b, int ldb, float *c, int ldc)
{
    for (int i = 0; i < m; i++)
        for (int l = 0; l < k; l++) {
            float part = alpha * a[i * lda + l];
            for (int j = 0; j < n; j++)
                c[i * ldc + j] += part * b[l * ldb + j];
        }
}

static void gemm_transposed(int m, int n, int k, const float *a, int lda, const float *b, int ldb, float *c, int ldc)
{
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int l = 0; l < k; l++)
                sum += a[l * lda + i] * b[j * ldb + l];
            c[i * ldc + j] += sum;
        }
}

static void halo(int x_min, int x_max, int y_min, int y_max, const double *in, double *out)
{
    for (int k = y_min; k <= y_max; k++)
        for (int j = x_min; j <= x_max; j++)
            out[AT2(j, k, x_max + 4, x_min - 2, y_min - 2)] =
                in[AT2(j + 1, k, x_max + 4, x_min - 2, y_min - 2)] - in[AT2(j, k - 1, x_max + 4, x_min - 2, y_min - 2)];
}

static void blocks(int nx, int ny, int nz, int used, double *a, const double *b)
{
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < used; j++)
            for (int k = 0; k < nz; k++)
                a[(i * ny + j) * nz + k] = b[(i * ny + used - 1 - j) * nz + k] * 2;
}

static void fill(double *x, int n)
{
    for (int i = 0; i < n; i++)
        x[i] = i % 7 * 0.25 + 1;
}

int main(int argc, char **argv)
{
    int m = argc > 1 ? atoi(argv[1]) : 4, n = argc > 2 ? atoi(argv[2]) : 4, k = argc > 3 ? atoi(argv[3]) : 4;
    static float f[5000];
    static double x[12000];
    for (int i = 0; i < 5000; i++)
        f[i] = (float)(i % 9) / 8;
    fill(x, 12000);
    /* Rows long enough, rows that overlap, rows of no length, and arrays that overlap. */
    for (int extra = -2; extra < 3; extra++) {
        gemm(m, n, k, 0.5f, f, k + extra, f + 1000, n + extra, f + 2000, n + extra);
        gemm(m, n, k, 0.5f, f, k + 2, f + 1000, n, f + m + extra + 2, n + 2);
        gemm_transposed(m, n, k, f + 500, m + extra, f + 3000, k + extra, f + 4000, n + extra);
        halo(2, 2 + n, 3, 3 + m, x, x + (extra < 0 ? 2000 : extra));
        blocks(m, n, k, n + extra, x + 100, x + 6000);
        blocks(m, n, k, n, x + 100, x + 100 + extra);
    }
    for (int i = 0; i < 5000; i++)
        printf("%a %a %a\n", f[i], x[i], x[i + 5000]);
    return 0;
}
