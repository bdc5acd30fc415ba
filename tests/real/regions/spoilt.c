// run: 3000 7
// run: 5 9
// parallel: 8
// kernels: 2
// says: loop kept as written: part of it counts as one statement, because its control is not affine: the product of two values
/* A loop without a model beside loops that have one: these are tried without it. */
#include <stdio.h>
#include <stdlib.h>

static void fill(double *a, double *b, size_t n, int tile)
{
    size_t i, j, it, jt;
    if (tile < 8) {
        for (j = 0; j < n; j += tile)
            for (i = 0; i < n; i += tile)
                for (jt = j; jt < (n < j + tile ? n : j + tile); jt++)
                    for (it = i; it < (n < i + tile ? n : i + tile); it++) {
                        a[it + n * jt] = n * jt + it;
                        b[it + n * jt] = 0;
                    }
    } else {
        for (j = 0; j < n; j++)
            for (i = 0; i < n; i++) {
                a[i + n * j] = n * j + i;
                b[i + n * j] = 0;
            }
    }
}

/* The second call passes parts of one array that overlap. */
static void transpose(double *a, double *b, size_t n, int tile)
{
    if (tile < 8) {
        for (size_t i = 0; i < n; i += tile)
            for (size_t k = 0; k < n; k++)
                a[k] += i;
    } else {
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++) {
                b[j + n * i] += a[i + n * j];
                a[i + n * j] += 1;
            }
    }
}

int main(int argc, char **argv)
{
    size_t n = argc > 1 ? (size_t)atoi(argv[1]) / 10 + 3 : 20;
    int tile = argc > 2 ? atoi(argv[2]) : 4;
    double *a = malloc(2 * n * n * sizeof(double)), *b = a + n * n;
    fill(a, b, n, tile);
    fill(a, b, n, 9);
    transpose(a, b, n, tile);
    transpose(a, b, n, 9);
    transpose(a, a + n, n, 9);
    double sum = 0;
    for (size_t i = 0; i < n * n; i++)
        sum += a[i] * (double)(i % 13) + b[i];
    printf("%a\n", sum);
    free(a);
    return 0;
}
