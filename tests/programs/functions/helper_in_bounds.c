// Helpers with affine results as loop bounds and in a condition.
// run: 0 3
// run: 5 2
// run: 4 4
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static int lowest(int a, int b)
{
    if (a < b)
        return a;
    return b;
}

static int inside(int i, int n)
{
    return i > 0 && i < n - 1;
}

static void edge(int n, int m, int *v)
{
#pragma scop
    for (int i = 0; i < lowest(n, m); i++)
        v[i] += 1;
    for (int i = 0; i < n; i++)
        if (inside(i, n))
            v[i] += 10;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, m = argc > 2 ? atoi(argv[2]) : 3, v[n + 1], sum = 0;
    for (int i = 0; i < n; i++)
        v[i] = 0;
    edge(n, m, v);
    for (int i = 0; i < n; i++)
        sum = 3 * sum + v[i];
    printf("%d\n", sum);
    return 0;
}
