// The result of comparisons and logical operators as numbers in subscripts and values.
// run: 0
// run: 6
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void choose(int n, int bins[4], int *v)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        bins[i < 3] += 1;
        bins[(i % 2 == 0) + 2 * (i > 1)] += 10;
        v[i + (i >= n / 2)] = (i == 1) + 2 * (i != 3 && i < 5);
        bins[!(i < 4)] -= 1;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, bins[4] = {0}, v[n + 1], sum = 0;
    for (int i = 0; i <= n; i++)
        v[i] = 5;
    choose(n, bins, v);
    for (int i = 0; i <= n; i++)
        sum = 3 * sum + v[i];
    printf("%d %d %d %d %d\n", sum, bins[0], bins[1], bins[2], bins[3]);
    return 0;
}
