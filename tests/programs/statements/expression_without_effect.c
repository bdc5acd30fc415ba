// Expression statements whose value is thrown away: a read, a cast to void, a parenthesised assignment.
// run: 0
// run: 3
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void touch(int n, int *v)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        (void)v[i];
        (v[i] = i + 4);
        (void)0;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2, v[n + 1], sum = 0;
    for (int i = 0; i < n; i++)
        v[i] = 0;
    touch(n, v);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * v[i];
    printf("%d\n", sum);
    return 0;
}
