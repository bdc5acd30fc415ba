// An assumption on parameters excludes dependences between iterations (004, Listing 7).
// run: 1 2
// run: 4 6
// flags: --pencil
// expect: exact
#include <pave/pencil.h>
#include <stdio.h>
#include <stdlib.h>

static void foo(int n, int m, int S, int D[const restrict static S])
{
#pragma scop
    __pencil_assume(m > n);
    for (int i = 0; i < n; i++) {
        D[i] = D[i + m];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2, m = argc > 2 ? atoi(argv[2]) : 3, S = n + m, D[S], sum = 0;
    for (int i = 0; i < S; i++)
        D[i] = 3 * i + 1;
    foo(n, m, S, D);
    for (int i = 0; i < S; i++)
        sum += (i + 1) * D[i];
    printf("%d\n", sum);
    return 0;
}
