// ?: on affine conditions in subscripts and in loop bounds.
// run: 1
// run: 4
// run: 7
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void fold(int n, int *v)
{
#pragma scop
    for (int i = 0; i < n; i++)
        v[i < n / 2 ? i : n - 1 - i] += i;
    for (int i = 0; i < (n > 5 ? 5 : n); i++)
        v[i == 0 ? n - 1 : i - 1] += 50;
    for (int i = 0; i < n; i++)
        v[i] += i % 2 == 0 ? 1 : -1;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, v[n], sum = 0;
    for (int i = 0; i < n; i++)
        v[i] = 0;
    fold(n, v);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * v[i];
    printf("%d\n", sum);
    return 0;
}
