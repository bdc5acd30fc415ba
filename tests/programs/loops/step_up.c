// Constant steps larger than one, from zero and from an offset.
// run: 0
// run: 1
// run: 11
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void every(int n, int *v)
{
#pragma scop
    for (int i = 0; i < n; i += 2)
        v[i] = 1;
    for (int i = 1; i < n; i += 3)
        v[i] += 2;
    for (int i = 5; i <= n; i = i + 4)
        v[i - 1] += 4;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, v[n + 1], sum = 0;
    for (int i = 0; i < n; i++)
        v[i] = 0;
    every(n, v);
    for (int i = 0; i < n; i++)
        sum = 3 * sum + v[i];
    printf("%d\n", sum);
    return 0;
}
