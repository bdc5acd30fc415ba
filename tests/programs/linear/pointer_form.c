// Linear subscripts through *(p + ...) and through a precomputed row start.
// run: 1 2
// run: 4 3
// expect: may
#include <stdio.h>
#include <stdlib.h>

static void double_all(int n, int m, int *p)
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            *(p + i * m + j) *= 2;
    for (int i = 0; i < n; i++) {
        int row = i * m;
        for (int j = 0; j < m; j++)
            p[row + j] += j;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2, m = argc > 2 ? atoi(argv[2]) : 2, p[n * m], sum = 0;
    for (int i = 0; i < n * m; i++)
        p[i] = i;
    double_all(n, m, p);
    for (int i = 0; i < n * m; i++)
        sum += (i + 1) * p[i];
    printf("%d\n", sum);
    return 0;
}
