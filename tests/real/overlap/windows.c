// run: 12
// run: 1000
// run: 3
// run: 2
// run: 0
// parallel: 4
// kernels: 4
/* Loops over pointers that a caller may let overlap: the same place, one element apart, half of it, not at all. */
void smooth(float *out, const float *in, int n)
{
    for (int i = 1; i < n - 1; i++)
        out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3;
}

void axpy(double *y, const double *x, double a, long n)
{
    for (long i = 0; i < n; i++)
        y[i] += a * x[i];
}

void shift(int *to, const int *from, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        to[i] = 3 * from[i] + 1;
}

/* Three arrays, two of them written, one behind the other in the body, and one read from its end. */
void sweep(double *a, double *b, const double *c, int n)
{
    for (int i = 0; i < n; i++) {
        a[i] = b[i] + c[n - 1 - i];
        b[i] = 0.5 * c[i];
    }
}
