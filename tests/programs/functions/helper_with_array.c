// A static inline helper that writes one element of its array parameter.
// run: 0
// run: 5
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static inline void put(int *v, int at, int value)
{
    v[at] = value;
}

static void fill(int n, int *v)
{
#pragma scop
    for (int i = 0; i < n; i++)
        put(v, n - 1 - i, 3 * i);
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, v[n + 1], sum = 0;
    fill(n, v);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * v[i];
    printf("%d\n", sum);
    return 0;
}
