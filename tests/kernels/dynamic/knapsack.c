// The most valuable load of a knapsack: a table over the things and the room, with subscripts that depend on weights.
// run: 1 0
// run: 4 9
// run: 30 70
// bench: 200 200000
#include "../kernel.h"

static void pack(int things, int room, const int weight[restrict things], const int value[restrict things],
                 int best[restrict things + 1][room + 1])
{
#pragma scop
    for (int r = 0; r <= room; r++)
        best[0][r] = 0;
    for (int i = 0; i < things; i++)
        for (int r = 0; r <= room; r++) {
            best[i + 1][r] = best[i][r];
            if (weight[i] <= r)
                if (best[i][r - weight[i]] + value[i] > best[i + 1][r])
                    best[i + 1][r] = best[i][r - weight[i]] + value[i];
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    int things = kernel_size(argc, argv, 1, 6), room = kernel_size(argc, argv, 2, 20);
    int *weight = kernel_ints(things, 1, 12), *value = kernel_ints(things, 1, 50);
    int(*best)[room + 1] = kernel_zeros((size_t)(things + 1) * (room + 1), sizeof(int));
    kernel_start();
    pack(things, room, weight, value, best);
    kernel_stop();
    kernel_hash(best, sizeof(int[things + 1][room + 1]));
    kernel_print(best[things][room]);
    free(weight);
    free(value);
    free(best);
    return 0;
}
