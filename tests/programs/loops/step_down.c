// Constant negative steps; the start is not a multiple of the step.
// run: 0
// run: 7
// run: 10
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void backwards(int n, int *v)
{
#pragma scop
    for (int i = n - 1; i >= 0; i -= 3)
        v[i] = i;
    for (int i = n - 1; i > 1; i += -2)
        v[i] += v[i - 2];
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, v[n + 1], sum = 0;
    for (int i = 0; i < n; i++)
        v[i] = 1;
    backwards(n, v);
    for (int i = 0; i < n; i++)
        sum = 3 * sum + v[i];
    printf("%d\n", sum);
    return 0;
}
