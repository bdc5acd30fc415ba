// Bounds that are products, quotients, members of structures and elements, in loops that must be found parallel; the same
// product as a bound and in a subscript; bounds of inner loops that are only computed when the outer loop runs.
// run: 6 5 4
// run: 0 3 2
// run: 1 1 1
// parallel: 8
// kernels: 8
#include <stddef.h>

struct grid {
    int nx, ny;
    double dx;
};

enum { WIDTH = 3 };

static const int taps = 3;

void fill(int b, int t, float *restrict x)
{
    for (int i = 0; i < b * t; i++)
        x[i] = (float)(i % 7);
}

void halves(int n, int m, int *restrict a, const int *restrict b)
{
    for (int i = 0; i < n / 2 * m; i++)
        a[i] += b[i] << 1;
}

void shifted(int b, int t, const float *restrict x, float *restrict y)
{
    for (int i = 0; i < b * t; i++)
        y[b * t + i] = x[i] + 1;
}

void scaled_grid(struct grid p, double *restrict u)
{
    for (int i = 0; i < p.nx; i++)
        for (int j = 0; j < p.ny; j++)
            u[i * p.ny + j] = i * p.dx + j;
}

/* "p" may be NULL where there is nothing to do. */
void guarded(int n, const struct grid *p, double *restrict u)
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < p->nx; i++)
            u[k * p->nx + i] += p->dx;
}

void by_sizes(const int *sizes, float *restrict x)
{
    for (int i = 0; i < sizes[0]; i++)
        for (int j = 0; j < sizes[1]; j++)
            x[i * sizes[1] + j] *= 0.5f;
}

void constants(int n, const float *restrict x, float *restrict y)
{
    const int extra = 2;
    for (int i = 0; i < n; i++) {
        float window[taps + WIDTH], sum[extra];
        for (int j = 0; j < taps + WIDTH; j++)
            window[j] = x[i] * j;
        for (int j = 0; j < extra; j++)
            sum[j] = window[j] + window[j + WIDTH];
        y[i] = sum[0] - sum[extra - 1];
    }
}

void unsigned_rows(unsigned n, unsigned m, const int *restrict a, int *restrict b)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < m; j++)
            b[i * m + j] = a[i * m + j] + 1;
}
