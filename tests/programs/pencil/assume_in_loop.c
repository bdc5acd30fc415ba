// An assumption on an iterator inside the loop bounds the parameters.
// run: 0 1
// run: 3 4
// run: 5 5
// flags: --pencil
// expect: exact
#include <pave/pencil.h>
#include <stdio.h>
#include <stdlib.h>

static void mark(int n, int m, int *v)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        __pencil_assume(i < m);
        v[m - 1 - i] = i;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2, m = argc > 2 ? atoi(argv[2]) : 3, v[m], sum = 0;
    for (int i = 0; i < m; i++)
        v[i] = 9;
    mark(n, m, v);
    for (int i = 0; i < m; i++)
        sum += (i + 1) * v[i];
    printf("%d\n", sum);
    return 0;
}
