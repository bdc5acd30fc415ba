// run: 40
// run: 1
// run: 0
// parallel: 7
// kernels: 4
/* Loops over the elements behind pointers in structures, which read a number that those pointers may point at as far as the types
 * tell: it is tested to be elsewhere. Some calls pass it among the elements. */
#include <stdio.h>
#include <stdlib.h>

struct vector {
    int n;
    float *value;
};

struct counts {
    int n;
    int *value;
};

float omega = 0.75f;
int stride = 3;

__attribute__((noinline)) static void relax(struct vector *to, const struct vector *from, int steps)
{
    for (int t = 0; t < steps; t++)
        for (int i = 0; i < to->n; i++)
            to->value[i] = from->value[i] + omega * to->value[i];
}

__attribute__((noinline)) static void scale(struct vector *to, float *factor)
{
    float *at = factor;
    for (int i = 0; i < to->n; i++)
        to->value[i] *= *at + omega;
}

__attribute__((noinline)) static void count(struct counts *to, int steps)
{
    for (int t = 0; t < steps; t++)
        for (int i = 0; i < to->n; i++)
            to->value[i] += stride + t;
}

__attribute__((noinline)) static void number(struct counts *to)
{
    for (int i = 0; i < to->n; i++)
        to->value[i] = stride * (i + 1) + to->n;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 40;
    float a[50], b[50];
    int c[50];
    for (int i = 0; i < 50; i++) {
        a[i] = (float)i / 8;
        b[i] = (float)(50 - i) / 16;
        c[i] = i;
    }
    struct vector x = {n, a}, y = {n, b}, z = {n > 0, &omega};
    struct counts k = {n, c}, l = {n > 0, &stride};
    relax(&x, &y, 3);
    scale(&y, a + 49);
    relax(&z, &y, 4);
    scale(&z, &omega);
    count(&k, 3);
    count(&l, 4);
    number(&k);
    number(&l);
    float sum = omega;
    for (int i = 0; i < 50; i++)
        sum += a[i] + b[i] * 2 + (float)c[i];
    printf("%.9g %d\n", sum, stride);
    return 0;
}
