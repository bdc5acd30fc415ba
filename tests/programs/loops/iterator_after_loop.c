// The iterator is declared outside; its final value is used in the region after the loop.
// run: 0
// run: 1
// run: 5
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void close_list(int n, int *v)
{
    int i;
#pragma scop
    for (i = 0; i < n; i++)
        v[i] = i;
    v[i] = -1;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, v[n + 1], sum = 0;
    close_list(n, v);
    for (int i = 0; i <= n; i++)
        sum += (i + 1) * v[i];
    printf("%d\n", sum);
    return 0;
}
