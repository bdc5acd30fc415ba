// The length of the longest common subsequence of two texts: dynamic programming on a table.
// run: 1 1
// run: 5 8
// run: 70 90
// gpu: hexagons
#include <stdio.h>
#include <stdlib.h>

static void lengths(int n, int m, const char a[n], const char b[m], int best[n + 1][m + 1])
{
#pragma scop
    for (int i = 0; i <= n; i++)
        best[i][0] = 0;
    for (int j = 1; j <= m; j++)
        best[0][j] = 0;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++)
            if (a[i - 1] == b[j - 1])
                best[i][j] = best[i - 1][j - 1] + 1;
            else
                best[i][j] = best[i - 1][j] > best[i][j - 1] ? best[i - 1][j] : best[i][j - 1];
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 6, m = argc > 2 ? atoi(argv[2]) : 7;
    char *a = malloc((size_t)n), *b = malloc((size_t)m);
    int(*best)[m + 1] = malloc(sizeof(int[n + 1][m + 1]));
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        a[i] = (char)('a' + i * i % 5);
    for (int j = 0; j < m; j++)
        b[j] = (char)('a' + (3 * j + j / 4) % 5);
    lengths(n, m, a, b, best);
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= m; j++)
            sum = sum * 31 + (unsigned)best[i][j];
    printf("%d %u\n", best[n][m], sum);
    free(a);
    free(b);
    free(best);
    return 0;
}
