// How often each level occurs, and the share of the levels up to each one.
// run: 1 1
// run: 30 4
// run: 5000 16
#include <stdio.h>
#include <stdlib.h>

static void count(int n, int levels, const int level[n], int times[levels], double share[levels])
{
#pragma scop
    for (int l = 0; l < levels; l++)
        times[l] = 0;
    for (int i = 0; i < n; i++)
        times[level[i]] += 1;
    share[0] = times[0];
    for (int l = 1; l < levels; l++)
        share[l] = share[l - 1] + times[l];
    for (int l = 0; l < levels; l++)
        share[l] = share[l] / n;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 20, levels = argc > 2 ? atoi(argv[2]) : 4;
    int *level = malloc(sizeof(int[n])), *times = malloc(sizeof(int[levels]));
    double *share = malloc(sizeof(double[levels])), sum = 0;
    for (int i = 0; i < n; i++)
        level[i] = (i * 7 + i / 3) % levels;
    count(n, levels, level, times, share);
    for (int l = 0; l < levels; l++)
        sum = sum * 0.5 + times[l] + share[l];
    printf("%a\n", sum);
    free(level);
    free(times);
    free(share);
    return 0;
}
