// The iterators of a nest are read by the host after the region, also when no iteration ran.
// run: 0 4
// run: 3 0
// run: 4 3
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void tell(int n, int m, int *v)
{
    int i = 50, j = 60;
#pragma scop
    for (i = 0; i < n; i += 2)
        for (j = 1; j < m; j++)
            v[i] += j;
#pragma endscop
    printf("i = %d, j = %d\n", i, j);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, m = argc > 2 ? atoi(argv[2]) : 3, v[n + 1], sum = 0;
    for (int i = 0; i < n; i++)
        v[i] = i;
    tell(n, m, v);
    for (int i = 0; i < n; i++)
        sum = 7 * sum + v[i];
    printf("%d\n", sum);
    return 0;
}
