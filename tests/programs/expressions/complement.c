// ~ and unary minus, plus and ! in subscripts, bounds and conditions.
// run: 0
// run: 6
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void signs(int n, int *v)
{
#pragma scop
    for (int i = 0; i < n; i++)
        v[n + ~i] = i;
    for (int i = -1; i >= -n; i--)
        v[-i] = +i;
    for (int i = 0; !(i == n); i++)
        if (!(i < 2))
            v[i] -= ~n;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, v[n + 1], sum = 0;
    v[n] = 0;
    signs(n, v);
    for (int i = 0; i <= n; i++)
        sum += (i + 1) * v[i];
    printf("%d\n", sum);
    return 0;
}
