// Casts to narrower types in subscripts; the value wraps where it does not fit.
// run: 0
// run: 9
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void wrapped(int n, int *v)
{
#pragma scop
    for (int i = 0; i < n; i++)
        v[(unsigned char)(i + 250)] += i + 1;
    for (int i = 0; i < n; i++)
        v[(signed char)(i + 124) + 128] += 3;
#pragma endscop
}

int main(int argc, char **argv)
{
    int v[256] = {0}, sum = 0;
    wrapped(argc > 1 ? atoi(argv[1]) : 3, v);
    for (int i = 0; i < 256; i++)
        sum += (i + 1) * v[i];
    printf("%d\n", sum);
    return 0;
}
