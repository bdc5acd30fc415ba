// Pragmas written with odd spacing, a continuation line and comments on the same line.
// run: 0
// run: 5
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void shift(int n, short *s)
{
    #  pragma   scop
    for (int i = 0; i < n; i++)
        s[i] = s[i + 1];
    #	pragma	endscop
#pragma \
    scop
    for (int i = 0; i < n; i++)
        s[i] = s[i] + 1;
#pragma endscop /* the end of the second region */
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4, sum = 0;
    short s[n + 1];
    for (int i = 0; i <= n; i++)
        s[i] = (short)(i * 5 % 4);
    shift(n, s);
    for (int i = 0; i <= n; i++)
        sum = 3 * sum + s[i];
    printf("%d\n", sum);
    return 0;
}
