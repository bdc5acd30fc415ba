// The iterator doubles in each step, around an affine inner loop.
// run: 1
// run: 9
// expect: may
#include <stdio.h>
#include <stdlib.h>

static void scan(int n, int *v, int *w)
{
#pragma scop
    for (int gap = 1; gap < n; gap *= 2) {
        for (int i = 0; i < n; i++)
            w[i] = v[i] + (i >= gap ? v[i - gap] : 0);
        for (int i = 0; i < n; i++)
            v[i] = w[i];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, v[n], w[n], sum = 0;
    for (int i = 0; i < n; i++)
        v[i] = i + 1, w[i] = 0;
    scan(n, v, w);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * (v[i] + w[i]);
    printf("%d\n", sum);
    return 0;
}
