// Regions in the cases of a host switch.
// run: 0 4
// run: 1 4
// run: 2 4
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void apply(int kind, int n, int *v)
{
    switch (kind) {
    case 0:
#pragma scop
        for (int i = 0; i < n; i++)
            v[i] += 1;
#pragma endscop
        break;
    case 1: {
#pragma scop
        for (int i = 1; i < n; i++)
            v[i] += v[i - 1];
#pragma endscop
        break;
    }
    default:
        v[0] = -1;
    }
}

int main(int argc, char **argv)
{
    int kind = argc > 1 ? atoi(argv[1]) : 0, n = argc > 2 ? atoi(argv[2]) : 4, v[n], sum = 0;
    for (int i = 0; i < n; i++)
        v[i] = i + 2;
    apply(kind, n, v);
    for (int i = 0; i < n; i++)
        sum += (2 * i + 1) * v[i];
    printf("%d\n", sum);
    return 0;
}
