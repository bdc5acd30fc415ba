// An assertion in the region has no accesses and restricts nothing.
// run: 1
// run: 6
// flags: --pencil
// expect: exact
#include <pave/pencil.h>
#include <stdio.h>
#include <stdlib.h>

static void checked(int n, double *v)
{
#pragma scop
    __pencil_assert(n > 0);
    for (int i = 1; i < n; i++) {
        __pencil_assert(i - 1 >= 0);
        v[i] = v[i - 1] * 0.5;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3;
    double v[n], sum = 0;
    for (int i = 0; i < n; i++)
        v[i] = 64;
    checked(n, v);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * v[i];
    printf("%.17g\n", sum);
    return 0;
}
