// ?: and && on data: which operands are read depends on values.
// run: 0
// run: 7
// expect: may
#include <stdio.h>
#include <stdlib.h>

static void choose(int n, const int *c, const int *a, const int *b, int *out)
{
#pragma scop
    for (int i = 0; i < n; i++)
        out[i] = c[i] ? a[i] : b[n - 1 - i];
    for (int i = 0; i < n; i++)
        out[i] += c[i] > 1 && a[i] < 4;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, c[n + 1], a[n + 1], b[n + 1], out[n + 1], sum = 0;
    for (int i = 0; i < n; i++)
        c[i] = i % 3, a[i] = i, b[i] = 100 - i;
    choose(n, c, a, b, out);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * out[i];
    printf("%d\n", sum);
    return 0;
}
