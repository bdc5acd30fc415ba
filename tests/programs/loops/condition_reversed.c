// Loop conditions with the constant or the bound on the left and the iterator inside an expression.
// run: 0
// run: 3
// run: 7
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void flipped(int n, int *v)
{
#pragma scop
    for (int i = 0; n > i; i++)
        v[i] = i;
    for (int i = 1; 0 <= n - i; i++)
        v[i - 1] += 2;
    for (int i = 0; 2 * i + 1 < n; i++)
        v[2 * i + 1] += 5;
    for (int i = 0; !(i >= n); i++)
        v[i] *= 2;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, v[n + 1], sum = 0;
    flipped(n, v);
    for (int i = 0; i < n; i++)
        sum = 3 * sum + v[i];
    printf("%d\n", sum);
    return 0;
}
