// A loop condition made of several comparisons joined by &&.
// run: 0 3
// run: 5 2
// run: 4 9
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void both(int n, int m, int *v)
{
#pragma scop
    for (int i = 0; i < n && i < m; i++)
        v[i] += 1;
    for (int i = 0; i < n && 2 * i <= m && i != 6; i++)
        v[i] += 10;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, m = argc > 2 ? atoi(argv[2]) : 3, v[n + 1], sum = 0;
    for (int i = 0; i < n; i++)
        v[i] = 0;
    both(n, m, v);
    for (int i = 0; i < n; i++)
        sum = 3 * sum + v[i];
    printf("%d\n", sum);
    return 0;
}
