// A bound that the body of the loop changes: not the value it had before the loop.
// run: 2
// run: 7
// expect: may
#include <stdio.h>
#include <stdlib.h>

static void shrink(int n, int *v)
{
#pragma scop
    int m = n;
    for (int i = 0; i < m; i++) {
        v[i] = 1;
        if (i == 2)
            m = 4;
    }
    for (int i = 0, j = n; i < j; i++, j--)
        v[i] += 10;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, v[n + 1], sum = 0;
    for (int i = 0; i <= n; i++)
        v[i] = 0;
    shrink(n, v);
    for (int i = 0; i <= n; i++)
        sum += (i + 1) * v[i];
    printf("%d\n", sum);
    return 0;
}
