// Bounds written with <=, and a descending loop with >.
// run: -1
// run: 0
// run: 6
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void ramp(int n, int *v)
{
#pragma scop
    for (int i = 0; i <= n; i++)
        v[i] = i;
    for (int i = n; i > 0; i--)
        v[i] -= v[i - 1];
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, v[n + 2], sum = 0;
    ramp(n, v);
    for (int i = 0; i <= n; i++)
        sum = 2 * sum + v[i];
    printf("%d\n", sum);
    return 0;
}
