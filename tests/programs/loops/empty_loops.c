// Loops that never run, loops with an empty body, loops whose lower bound is above the upper.
// run: 0
// run: 4
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void idle(int n, int *v)
{
#pragma scop
    for (int i = 0; i < 0; i++)
        v[i] = 1;
    for (int i = n; i < n; i++)
        v[i] = 2;
    for (int i = 0; i < n; i++) {
    }
    for (int i = 5; i <= 3; i++)
        v[i] = 3;
    for (int i = 0; i < n; i++)
        for (int j = i; j < i; j++)
            v[j] = 4;
    v[n] = 5;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, v[n + 1], sum = 0;
    for (int i = 0; i <= n; i++)
        v[i] = i;
    idle(n, v);
    for (int i = 0; i <= n; i++)
        sum = 3 * sum + v[i];
    printf("%d\n", sum);
    return 0;
}
