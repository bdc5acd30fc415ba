// A static local array keeps its contents between calls.
// run: 1
// run: 4
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static int remember(int n)
{
    static int history[8];
    int sum = 0;
#pragma scop
    for (int i = 7; i > 0; i--)
        history[i] = history[i - 1];
    history[0] = n;
    for (int i = 0; i < 8; i++)
        sum += (i + 1) * history[i];
#pragma endscop
    return sum;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, sum = 0;
    for (int i = 0; i < n; i++)
        sum = 2 * sum + remember(i + 2);
    printf("%d\n", sum);
    return 0;
}
