// Conditions with % select a regular subset of the iterations.
// run: 0
// run: 7
// run: 12
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void sieve(int n, int *v)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        if (i % 2 == 0)
            v[i] = 1;
        if (i % 5 != 3)
            v[i] += 10;
        if ((n - i) % 3 == 0)
            v[i] += 100;
        if (i % 2)
            v[i] += 1000;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, v[n + 1], sum = 0;
    for (int i = 0; i < n; i++)
        v[i] = 0;
    sieve(n, v);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * v[i];
    printf("%d\n", sum);
    return 0;
}
