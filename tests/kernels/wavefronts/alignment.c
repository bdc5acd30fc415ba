// The costs of aligning all beginnings of two texts: a band of two loops.
// run: 1 1
// run: 7 40
// run: 130 75
// gpu: with --device=h200 --no-hybrid
// gpu: with --wavefronts SIZES
// gpu: cuda --wavefronts
#include "../kernel.h"

static int least(int a, int b, int c)
{
    int d = a < b ? a : b;
    return d < c ? d : c;
}

static void align(int n, int m, const char *a, const char *b, int cost[restrict n + 1][m + 1])
{
#pragma scop
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++)
            cost[i][j] = least(cost[i - 1][j] + 2, cost[i][j - 1] + 3, cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 4));
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 11), m = kernel_size(argc, argv, 2, 14);
    char *a = kernel_bytes(n, 'a', 'e'), *b = kernel_bytes(m, 'a', 'e');
    int(*cost)[m + 1] = kernel_zeros((size_t)(n + 1) * (m + 1), sizeof(**cost));
    for (int i = 0; i <= n; i++)
        cost[i][0] = 2 * i;
    for (int j = 0; j <= m; j++)
        cost[0][j] = 3 * j;
    kernel_start();
    align(n, m, a, b, cost);
    kernel_stop();
    kernel_hash(cost, sizeof(int[n + 1][m + 1]));
    kernel_print(cost[n][m]);
    free(a);
    free(b);
    free(cost);
    return 0;
}
