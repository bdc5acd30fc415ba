// run: 30
// run: 1
// parallel: 3
// kernels: 3
/* Where memory comes from: a pointer made from a restrict one, from malloc, or from either. */
#include <stdio.h>
#include <stdlib.h>

static void derived(float *restrict a, int n)
{
    float *b = a + 1;
    for (int i = 0; i < n; i++)
        b[i] = a[i] + 1;
}

static void kept(float *restrict a, const float *b, int n)
{
    for (int i = 0; i < n; i++)
        a[i] = b[i] + 2;
}

static float exchanged(int n)
{
    float *a = malloc(sizeof(float) * (size_t)(n + 1)), *b = calloc((size_t)n + 1, sizeof(float));
    float *c = n > 10 ? a : b + 1;
    for (int i = 0; i < n; i++)
        a[i] = (float)i;
    for (int i = 0; i < n; i++)
        c[i] = a[n - 1 - i] * 2;
    float s = 0;
    for (int i = 0; i < n; i++)
        s = s * 3 + a[i] + b[i];
    free(a);
    free(b);
    return s;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 30;
    float x[100] = {1, 2, 3};
    derived(x, n);
    kept(x + 40, x, n);
    for (int i = 0; i < 100; i++)
        printf(" %g", x[i]);
    printf("\n%g\n", exchanged(n));
    return 0;
}
