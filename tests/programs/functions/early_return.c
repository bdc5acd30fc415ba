// A helper with several returns on affine conditions; arguments clash with names of the caller.
// run: 0
// run: 6
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static int weight(int n, int i)
{
    if (i == 0)
        return 1;
    if (i < n - 2)
        return 2;
    return 3;
}

static void weigh(int n, int *v)
{
#pragma scop
    for (int i = 0; i < n; i++)
        v[i] = weight(i, n - 1 - i) + 10 * weight(n, i);
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, v[n + 1], sum = 0;
    weigh(n, v);
    for (int i = 0; i < n; i++)
        sum = 7 * sum + v[i];
    printf("%d\n", sum);
    return 0;
}
