// Scalars that get affine values and are used in later subscripts, bounds and conditions.
// run: 2
// run: 3
// run: 9
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void indirect(int n, int *v)
{
#pragma scop
    int half = n / 2;
    int first = half - 1, last;
    last = first + 2;
    for (int i = first; i < last; i++) {
        int k = n - 1 - i, next = k - 1;
        v[k] = i;
        if (next >= half)
            v[next] = k;
    }
    v[half] += 7;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, v[n + 1], sum = 0;
    for (int i = 0; i <= n; i++)
        v[i] = 1;
    indirect(n, v);
    for (int i = 0; i <= n; i++)
        sum += (i + 1) * v[i];
    printf("%d\n", sum);
    return 0;
}
