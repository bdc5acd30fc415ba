// run: 9
// run: 1
// run: 0
// run: 64
// parallel: 6
// kernels: 6
/* Do loops that count: their first iteration runs in any case, with 0 elements, too. */
#include <stdio.h>
#include <stdlib.h>

static int fill(int n, double *restrict a)
{
    int i = 0;
    do {
        a[i] = 2 * i;
        i++;
    } while (i < n);
    return i;
}

static float *copy(int n, float *restrict to, const float *restrict from)
{
    do {
        *to++ = *from++ + 1;
        n--;
    } while (n > 0);
    return to;
}

/* n is at least 1 */
static void scale(unsigned n, float *x, float by)
{
    do
        *x++ *= by;
    while (--n);
}

static int down(int n, float *x)
{
    do {
        x[n] -= n;
    } while (n-- > 0);
    return n;
}

static void table(int rows, int cols, double *restrict t)
{
    int i = 0;
    do {
        int j = 0;
        do {
            t[i * cols + j] = i - j;
        } while (++j < cols);
    } while (++i < rows);
}

/* What ends this one is in memory. */
static int search(const float *x, float what)
{
    int i = 0;
    do
        i++;
    while (x[i] > what);
    return i;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 9, m = n > 0 ? n : 1;
    double *a = calloc(m * m + 1, sizeof *a);
    float *x = calloc(m + 2, sizeof *x), *y = calloc(m + 2, sizeof *y);
    for (int i = 0; i < m; i++)
        x[i] = m - i;
    int last = fill(n, a);
    long end = copy(n, y, x) - y;
    scale(m, y, 0.5f);
    int rest = down(n, x);
    x[m + 1] = -100;
    printf("%d %ld %d %d\n", last, end, rest, search(x, -4));
    double sum = 0;
    for (int i = 0; i < m; i++)
        sum = sum / 2 + a[i] + x[i] * 3 + y[i];
    table(m, m, a);
    for (int i = 0; i < m * m; i++)
        sum = sum / 2 + a[i];
    printf("%.9g\n", sum);
    return 0;
}
