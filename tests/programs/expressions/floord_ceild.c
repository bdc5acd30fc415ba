// The helper macros of generated code: floord and ceild with a tile loop around a point loop.
// run: 0
// run: 4
// run: 11
// expect: exact
#include <stdio.h>
#include <stdlib.h>

#define floord(n, d) (((n) < 0) ? -((-(n) + (d)-1) / (d)) : (n) / (d))
#define ceild(n, d) (((n) < 0) ? -((-(n)) / (d)) : ((n) + (d)-1) / (d))
#define min(a, b) ((a) < (b) ? (a) : (b))

static void tiled(int n, int *v)
{
#pragma scop
    for (int t = 0; t <= floord(n - 1, 4); t++)
        for (int i = 4 * t; i <= min(n - 1, 4 * t + 3); i++)
            v[i] = 10 * t + i;
    for (int t = ceild(3 - n, 2); t <= 0; t++)
        v[-t] += 1;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, v[n + 1], sum = 0;
    v[n] = 0;
    tiled(n, v);
    for (int i = 0; i <= n; i++)
        sum += (i + 1) * v[i];
    printf("%d\n", sum);
    return 0;
}
