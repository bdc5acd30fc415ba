// Functions whose arguments are meant to be different arrays, called with one array, parts of it, and rows that overlap.
// run: 21 7
// run: 2 1
// run: 1 0
// parallel: 7
// kernels: 3
#include <stdio.h>
#include <stdlib.h>

#define MOST 40

static double x[MOST * MOST], y[MOST * MOST];

static void smooth(const double *in, double *out, int n)
{
    for (int i = 1; i < n - 1; i++)
        out[i] = in[i - 1] * 0.25 + in[i] * 0.5 + in[i + 1] * 0.25;
}

static void transpose(const double *in, double *out, int n, int ld_in, int ld_out)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            out[j * ld_out + i] = in[i * ld_in + j];
}

static void axpy(int n, double by, const double *in, int inc_in, double *out, int inc_out)
{
    for (int i = 0; i < n; i++)
        out[i * inc_out] += by * in[i * inc_in];
}

static void product(int n, const double *a, const double *b, double *c, int ld)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[i * ld + k] * b[k * ld + j];
            c[i * ld + j] = sum * 0.125;
        }
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]), m = atoi(argv[2]);
    for (int i = 0; i < MOST * MOST; i++)
        x[i] = i % 11 * 0.25, y[i] = i % 7 * 0.5;
    smooth(x, y, n);
    smooth(x, x, n);
    smooth(x, x + 1, n);
    transpose(x, y, m, MOST, MOST);
    transpose(y, y, m, MOST, MOST);
    transpose(x, x, m, m > 1 ? m - 1 : 1, MOST); /* rows of one argument overlap */
    axpy(n, 0.5, x, 1, y, 2);
    axpy(n, 0.5, x, 1, x, 2);
    axpy(n, 0.5, y, 0, y, 1);
    axpy(n, 0.5, x, 1, y, 0); /* one element */
    axpy(m, 0.25, x + 2 * MOST, -2, x + MOST, -1);
    product(m, x, y, y, MOST);
    product(m, x, x, x, MOST);
    for (int i = 0; i < MOST * MOST; i++)
        printf("%a %a\n", x[i], y[i]);
    return argc < 3;
}
