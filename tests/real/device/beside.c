// run: 500
// kernels: 2
// One array lies between the beginning of another one and the elements of it that the loops access: what is copied overlaps.
#include <stdio.h>
#include <stdlib.h>

static void fill(float *low, float *high, int n)
{
    for (int i = 0; i < n; i++)
        low[i] = 2 * i;
    for (int i = 0; i < n; i++)
        high[2000 + i] = i;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 500;
    float *all = calloc(4000, sizeof(float));
    double sum = 0;
    fill(all + 1000, all, n);
    for (int i = 0; i < 4000; i++)
        sum += all[i] * (i % 13);
    fill(all, all + 1000, n);
    for (int i = 0; i < 4000; i++)
        sum += all[i] * (i % 11);
    printf("%g\n", sum);
    free(all);
    return 0;
}
