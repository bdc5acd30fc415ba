// A helper changes its own copies of the parameters; the caller's variables stay.
// run: 0
// run: 5
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static int twist(int x, int times)
{
    x = 2 * x;
    for (int k = 0; k < 3; k++)
        x += times;
    times = x - 1;
    return times;
}

static void apply(int n, int *v)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        v[i] = twist(v[i], i);
        v[i] += i;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, v[n + 1], sum = 0;
    for (int i = 0; i < n; i++)
        v[i] = 4 - i;
    apply(n, v);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * v[i];
    printf("%d\n", sum);
    return 0;
}
