// Bounds that divide a parameter or an outer iterator.
// run: 0
// run: 5
// run: 8
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void tree_sum(int n, int *v)
{
#pragma scop
    for (int i = 0; i < n / 2; i++)
        v[i] += v[n - 1 - i];
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i / 3; j++)
            v[j] += i;
    for (int i = n / 4; 3 * i < n; i++)
        v[i] -= 1;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, v[n + 1], sum = 0;
    for (int i = 0; i < n; i++)
        v[i] = i;
    tree_sum(n, v);
    for (int i = 0; i < n; i++)
        sum = 3 * sum + v[i];
    printf("%d\n", sum);
    return 0;
}
