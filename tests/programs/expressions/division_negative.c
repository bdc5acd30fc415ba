// Integer division truncates towards zero; the operand is negative for part of the range.
// run: 0
// run: 3
// run: 7
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void quotients(int n, int *v)
{
#pragma scop
    for (int i = -n; i <= n; i++)
        v[i / 3 + n] += 1;
    for (int i = -n; i <= n; i++)
        v[-i / 2 + n] += 10;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, v[2 * n + 1], sum = 0;
    for (int i = 0; i <= 2 * n; i++)
        v[i] = 0;
    quotients(n, v);
    for (int i = 0; i <= 2 * n; i++)
        sum += (i + 1) * v[i];
    printf("%d\n", sum);
    return 0;
}
