// Labels give statements their names; one labels a block, one a loop.
// run: 1
// run: 4
// expect: exact
#include <stdio.h>
#include <stdlib.h>
#pragma GCC diagnostic ignored "-Wunused-label"

static void named(int n, int *v, int *w)
{
#pragma scop
init:
    v[0] = 1;
outer:
    for (int i = 1; i < n; i++) {
    body: {
        twice:
            v[i] = 2 * v[i - 1];
        copy:
            w[i] = v[i];
        }
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2, v[n], w[n], sum = 0;
    w[0] = 5;
    named(n, v, w);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * v[i] + w[i];
    printf("%d\n", sum);
    return 0;
}
