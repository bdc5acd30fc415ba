// while with a counter that starts in the region and steps by a constant at the end of the body.
// run: 0
// run: 1
// run: 7
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void pairs(int n, int *v)
{
    int i;
#pragma scop
    i = 0;
    while (i < n) {
        v[i] = n - i;
        i += 2;
    }
#pragma endscop
    printf("%d\n", i);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, v[n + 1], sum = 0;
    for (int i = 0; i < n; i++)
        v[i] = 1;
    pairs(n, v);
    for (int i = 0; i < n; i++)
        sum = 3 * sum + v[i];
    printf("%d\n", sum);
    return 0;
}
