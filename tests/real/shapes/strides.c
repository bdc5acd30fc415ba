// run: 20
// run: 1
// run: 0
// parallel: 3
// says: strides do not nest
// kernels: 4
/* Vectors with a stride, as in the BLAS: positive, zero and negative ones, and vectors that interleave. */
void axpy(int n, double a, const double *x, int incx, double *y, int incy)
{
    for (int i = 0; i < n; i++)
        y[i * incy] += a * x[i * incx];
}

void copy(int n, const float *restrict x, int incx, float *restrict y, int incy)
{
    for (int i = 0; i < n; i++)
        y[i * incy] = x[i * incx];
}

void scale(long n, double a, double *x, long incx)
{
    for (long i = 0; i < n; i++)
        x[i * incx] *= a;
}

void columns(int n, int m, double *x, int ld, int step)
{
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            x[j * ld + i * step] += i + j;
}
