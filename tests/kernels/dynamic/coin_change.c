// In how many ways an amount can be paid with given coins: one row, overwritten for each coin, unsigned sums that wrap.
// run: 1 0
// run: 3 11
// run: 7 150
#include "../kernel.h"

static void pay(int coins, int amount, const int coin[restrict coins], unsigned ways[restrict amount + 1])
{
#pragma scop
    ways[0] = 1;
    for (int a = 1; a <= amount; a++)
        ways[a] = 0;
    for (int c = 0; c < coins; c++)
        for (int a = coin[c]; a <= amount; a++)
            ways[a] += ways[a - coin[c]];
#pragma endscop
}

int main(int argc, char **argv)
{
    int coins = kernel_size(argc, argv, 1, 3), amount = kernel_size(argc, argv, 2, 12);
    int *coin = kernel_ints(coins, 1, 20);
    unsigned *ways = kernel_zeros(amount + 1, sizeof(unsigned));
    kernel_start();
    pay(coins, amount, coin, ways);
    kernel_stop();
    kernel_hash(ways, sizeof(unsigned[amount + 1]));
    kernel_print(ways[amount]);
    free(coin);
    free(ways);
    return 0;
}
