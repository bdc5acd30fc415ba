// clang's __builtin_assume means the same as __pencil_assume.
// run: 2
// run: 6
// flags: --pencil
// expect: exact
#include <pave/pencil.h>
#include <stdio.h>
#include <stdlib.h>

static void pairs(int n, float *v)
{
#pragma scop
    __builtin_assume(n % 2 == 0 && n > 0);
    for (int i = 0; i < n; i += 2)
        v[i] = v[i + 1];
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2;
    float v[n], sum = 0;
    for (int i = 0; i < n; i++)
        v[i] = i * 0.5f;
    pairs(n, v);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * v[i];
    printf("%.9g\n", sum);
    return 0;
}
