// A statement guarded by the data it reads.
// run: 0
// run: 1
// run: 6
// expect: may
#include <stdio.h>
#include <stdlib.h>

static void clip(int n, int *v)
{
#pragma scop
    for (int i = 0; i < n; i++)
        if (v[i] > 10)
            v[i] = 10;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, v[n + 1], sum = 0;
    for (int i = 0; i < n; i++)
        v[i] = i * 7 % 17;
    clip(n, v);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * v[i];
    printf("%d\n", sum);
    return 0;
}
