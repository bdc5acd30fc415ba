// The cheapest search tree for keys with given frequencies: diagonal by diagonal, with sums over ranges.
// run: 1
// run: 7
// run: 45
#include "../kernel.h"

static void trees(int n, const int often[restrict n], int weight[restrict n + 1][n + 1],
                  int cost[restrict n + 1][n + 1])
{
#pragma scop
    for (int i = 0; i <= n; i++) {
        cost[i][i] = 0;
        weight[i][i] = 0;
    }
    for (int d = 1; d <= n; d++)
        for (int i = 0; i + d <= n; i++) {
            int least = 1 << 30;
            weight[i][i + d] = weight[i][i + d - 1] + often[i + d - 1];
            for (int root = i; root < i + d; root++) {
                int both = cost[i][root] + cost[root + 1][i + d];
                least = both < least ? both : least;
            }
            cost[i][i + d] = least + weight[i][i + d];
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 8), *often = kernel_ints(n, 1, 100);
    int(*weight)[n + 1] = kernel_zeros((size_t)(n + 1) * (n + 1), sizeof(int));
    int(*cost)[n + 1] = kernel_zeros((size_t)(n + 1) * (n + 1), sizeof(int));
    kernel_start();
    trees(n, often, weight, cost);
    kernel_stop();
    kernel_hash(weight, sizeof(int[n + 1][n + 1]));
    kernel_hash(cost, sizeof(int[n + 1][n + 1]));
    kernel_print(cost[0][n]);
    free(often);
    free(weight);
    free(cost);
    return 0;
}
