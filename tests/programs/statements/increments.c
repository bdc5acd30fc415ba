// Prefix and postfix ++ and -- on elements and scalars as statements.
// run: 0
// run: 5
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static long hits;

static void count(int n, int *up, int *down)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        up[i]++;
        ++up[n - 1 - i];
        down[i]--;
        --down[i];
        hits++;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2, up[n + 1], down[n + 1], sum = 0;
    for (int i = 0; i < n; i++)
        up[i] = down[i] = i;
    count(n, up, down);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * up[i] - 7 * down[i];
    printf("%d %ld\n", sum, hits);
    return 0;
}
