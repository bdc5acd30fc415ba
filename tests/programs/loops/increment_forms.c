// The same step written in different ways.
// run: 0
// run: 5
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void forms(int n, int *v)
{
#pragma scop
    for (int i = 0; i < n; ++i)
        v[i] = i;
    for (int i = 0; i < n; i += 1)
        v[i] += 1;
    for (int i = 0; i < n; i = i + 1)
        v[i] *= 2;
    for (int i = 0; i < n; i = 1 + i)
        v[i] -= 3;
    for (int i = 0; i < n; i -= -1)
        v[i] += i;
    for (int i = n - 1; i >= 0; i = i - 1)
        v[i] += 4;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, v[n + 1], sum = 0;
    forms(n, v);
    for (int i = 0; i < n; i++)
        sum = 3 * sum + v[i];
    printf("%d\n", sum);
    return 0;
}
