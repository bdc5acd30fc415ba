// The fewest multiplications for a product of many matrices, by the length of the part, and where to split it.
// run: 1
// run: 6
// run: 48
// bench: 700
#include "../kernel.h"

static void order(int n, const int size[restrict n + 1], long long cost[restrict n][n], int split[restrict n][n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        cost[i][i] = 0;
    for (int length = 2; length <= n; length++)
        for (int i = 0; i <= n - length; i++) {
            cost[i][i + length - 1] = 1000000000000;
            for (int k = i; k < i + length - 1; k++)
                if (cost[i][k] + cost[k + 1][i + length - 1] + (long long)size[i] * size[k + 1] * size[i + length] <
                    cost[i][i + length - 1]) {
                    cost[i][i + length - 1] = cost[i][k] + cost[k + 1][i + length - 1] +
                                              (long long)size[i] * size[k + 1] * size[i + length];
                    split[i][i + length - 1] = k;
                }
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 8), *size = kernel_ints(n + 1, 1, 40);
    long long(*cost)[n] = kernel_zeros((size_t)n * n, sizeof(long long));
    int(*split)[n] = kernel_zeros((size_t)n * n, sizeof(int));
    kernel_start();
    order(n, size, cost, split);
    kernel_stop();
    kernel_hash(cost, sizeof(long long[n][n]));
    kernel_hash(split, sizeof(int[n][n]));
    kernel_print((double)cost[0][n - 1]);
    free(size);
    free(cost);
    free(split);
    return 0;
}
