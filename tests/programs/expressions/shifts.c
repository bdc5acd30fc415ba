// Shifts by constants as multiplication and as division rounding down, also of negative values.
// run: 0
// run: 5
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void scaled(int n, int *v)
{
#pragma scop
    for (int i = 0; i < n; i++)
        v[i << 1] = i;
    for (int i = 0; i < 2 * n; i++)
        v[(i >> 2) + n] += 3;
    for (int i = -n; i < 0; i++)
        v[n + (i >> 1)] += i;
    for (int i = 0; i < n >> 1; i++)
        v[i] += 1 << i;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, v[2 * n + 1], sum = 0;
    for (int i = 0; i <= 2 * n; i++)
        v[i] = 0;
    scaled(n, v);
    for (int i = 0; i <= 2 * n; i++)
        sum += (i + 1) * v[i];
    printf("%d\n", sum);
    return 0;
}
