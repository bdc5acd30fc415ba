// Iterators of the narrow types, which are promoted to int in every expression.
// run: 0
// run: 6
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void narrow(short n, int *v)
{
#pragma scop
    for (short i = 0; i < n; i++)
        v[i] = i;
    for (signed char c = 0; c < 5; c++)
        v[c + n] = 10 * c;
    for (unsigned short u = 1; u <= 4; u += 2)
        v[u] -= u;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, v[n + 5], sum = 0;
    narrow((short)n, v);
    for (int i = 0; i < n + 5; i++)
        sum = 3 * sum + v[i];
    printf("%d\n", sum);
    return 0;
}
