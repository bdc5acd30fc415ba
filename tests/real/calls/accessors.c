// Elements read and written through small functions: structures passed by value, functions that return early, values that are
// converted on the way in and out, globals behind local variables of the same name, functions with side effects.
// run: 9 7
// run: 1 3
// parallel: 10
// kernels: 6
// says: may overlap, and no run-time test can tell
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int w, h;
    float *data;
} image;

int w = 3, calls;

static float get(image m, int x, int y)
{
    return m.data[y * m.w + x];
}

void set(image m, int x, int y, float v)
{
    if (x < 0 || y < 0 || x >= m.w || y >= m.h)
        return;
    m.data[y * m.w + x] = v;
}

/* Reflects at the borders. */
static float get_near(image m, int x, int y)
{
    if (x < 0)
        return get(m, -x - 1, y);
    if (x >= m.w)
        return get(m, 2 * m.w - 1 - x, y);
    return get(m, x, y);
}

/* The copy of the structure changes, not the caller's. */
static void set_shifted(image m, int x, int y, float v)
{
    m.data += m.w;
    m.h--;
    if (y < m.h)
        m.data[y * m.w + x] = v;
}

static int at(int i, int j, int n)
{
    return i * n + j;
}

static int twice(short s)
{
    return 2 * s;
}

static float as_float(const double *a, int i)
{
    return a[i];
}

static int scaled(int i)
{
    return i * w;
}

static int counted(const int *a, int i)
{
    return a[i] + 0 * calls++;
}

void flip(image from, image to)
{
    for (int y = 0; y < from.h; y++)
        for (int x = 0; x < from.w; x++)
            set(to, from.w - 1 - x, y, get(from, x, y));
}

void blur(image from, image to)
{
    for (int y = 0; y < from.h; y++)
        for (int x = 0; x < from.w; x++) {
            float left = get_near(from, x - 1, y), right = get_near(from, x + 1, y);
            set(to, x, y, (left + 2 * get(from, x, y) + right) / 4);
        }
}

void shift(image from, image to)
{
    for (int y = 0; y < from.h; y++)
        for (int x = 0; x < from.w; x++)
            set_shifted(to, x, y, get(from, x, y) + to.h);
}

void gather(image from, image to, const int *column)
{
    for (int y = 0; y < to.h; y++)
        for (int x = 0; x < to.w; x++)
            set(to, x, y, get(from, column[x], y));
}

void transpose(int n, const double *restrict a, double *restrict b)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            b[at(i, j, n)] = a[at(j, i, n)];
}

void convert(int n, const double *restrict a, double *restrict b, int *restrict c)
{
    for (int i = 0; i < n; i++) {
        b[i] += as_float(a, i) / 3;
        c[i] = twice(i + 65530);
    }
}

/* This w is not the one that scaled() means. */
void hidden(int n, int w, int *restrict c)
{
    for (int i = 0; i < n; i++)
        c[i] += scaled(i) + w;
}

void count(int n, const int *restrict a, int *restrict c)
{
    for (int i = 0; i < n; i++)
        c[i] = counted(a, i);
}

static void show(const char *name, image m)
{
    double sum = 0;
    for (int i = 0; i < m.w * m.h; i++)
        sum = sum * 1.25 + m.data[i];
    printf("%s %.9g\n", name, sum);
}

int main(int argc, char **argv)
{
    int width = atoi(argv[1]), height = atoi(argv[argc - 1]), n = width * height;
    image a = {width, height, malloc(n * sizeof(float))}, b = {width, height, malloc(n * sizeof(float))};
    image part = {width - width / 3, height - 1, b.data + 1};
    double *x = malloc(n * n * sizeof(double)), *y = calloc(n * n, sizeof(double));
    int *c = malloc(n * sizeof(int)), *d = malloc(n * sizeof(int));
    for (int i = 0; i < n; i++) {
        a.data[i] = (i * 37 % 101) / 8.f;
        b.data[i] = i;
        c[i] = i % width;
    }
    for (int i = 0; i < n * n; i++)
        x[i] = i / 7.0;
    flip(a, b);
    show("flip", b);
    blur(b, a);
    show("blur", a);
    blur(b, part);
    show("overlap", b);
    flip(b, b);
    show("in place", b);
    shift(a, b);
    show("shift", b);
    gather(a, b, c);
    show("gather", b);
    gather(b, part, c);
    show("gather in place", b);
    transpose(n, x, y);
    convert(n, x, y, d);
    hidden(n, 5, d);
    count(n, d, c);
    printf("%.17g %.17g %d %d %d\n", y[n / 2], y[n * n - 1], c[n / 2], d[n - 1], calls);
    free(a.data);
    free(b.data);
    free(x);
    free(y);
    free(c);
    free(d);
    return 0;
}
