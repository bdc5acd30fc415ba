// A for statement without initialisation: the iterator starts where the region left it.
// run: 0 0
// run: 6 2
// run: 3 5
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void tail(int n, int from, int *v)
{
    int i;
#pragma scop
    i = from;
    for (; i < n; i++)
        v[i] = 2 * i;
#pragma endscop
    printf("%d\n", i);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, from = argc > 2 ? atoi(argv[2]) : 1, v[n + 1], sum = 0;
    for (int i = 0; i < n; i++)
        v[i] = 1;
    tail(n, from, v);
    for (int i = 0; i < n; i++)
        sum = 3 * sum + v[i];
    printf("%d\n", sum);
    return 0;
}
