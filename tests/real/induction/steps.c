// run: 100 1
// run: 97 3
// run: 60 7
// run: 5 64
// run: 0 2
// parallel: 8
// kernels: 8
/* Loops that advance by a parameter: up and down, from any start, over parts of rows, in unsigned types, with last values. */
#include "steps.h"

int every(int n, int step, double *x)
{
    int i;
    for (i = 0; i < n; i += step)
        x[i] = x[i] * 2 + i;
    return i;
}

void every_from(int first, int n, int step, const double *x, double *y)
{
    for (int i = first; i < n; i = i + step)
        y[i] = 3 * x[i] - 1;
}

void down(int n, int step, double *x)
{
    for (int i = n - 1; i >= 0; i -= step)
        x[i] += 0.5 * i;
}

/* One level of a transform: two halves of each group of 2 * half elements. */
void groups(int n, int half, double *x)
{
    for (int i = 0; i < n; i += 2 * half)
        for (int j = 0; j < half; j++) {
            double u = x[i + j], v = x[i + j + half];
            x[i + j] = u + v;
            x[i + j + half] = u - v;
        }
}

void some_rows(int rows, int cols, int step, double *x)
{
    for (int i = 0; i < rows; i += step)
        for (int j = 0; j < cols; j++)
            x[i * cols + j] -= i + 2 * j;
}

void in_sizes(unsigned long n, unsigned step, float *x)
{
    for (unsigned long i = 1; i < n; i += step)
        x[i] *= 1.5f;
}

void strided_pair(int n, int stride, const double *x, double *y)
{
    int k = 0;
    for (int i = 0; i < n; i++) {
        y[i] = x[k] + k;
        k += stride;
    }
}

/* The step is the work of one of several workers. */
void share(int me, int workers, int n, struct work *w)
{
    for (int i = me; i < n; i += workers)
        w->out[i] = w->in[i] * w->scale;
}

/* Nothing here is a loop with a parameter as its step: the step changes. */
int growing(int n, int *x)
{
    int last = 0;
    for (int i = 0, step = 1; i < n; i += step) {
        x[i] += step;
        step++;
        last = i;
    }
    return last;
}
