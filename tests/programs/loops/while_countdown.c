// while (k--): the counter ends at -1 and is read after the region.
// run: 0
// run: 6
// expect: may
#include <stdio.h>
#include <stdlib.h>

static void drain(int n, short *v)
{
    int k = n;
#pragma scop
    while (k--)
        v[k] = k;
#pragma endscop
    printf("%d\n", k);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, sum = 0;
    short v[n + 1];
    drain(n, v);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * v[i];
    printf("%d\n", sum);
    return 0;
}
