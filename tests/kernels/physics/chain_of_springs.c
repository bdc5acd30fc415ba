// Weights on a chain of springs, kept as structures with arrays, one end held: stepped with two half kicks.
// run: 2 1
// run: 6 4
// run: 60 15
#include "../kernel.h"

enum { AXES = 2 };

struct weight {
    double place[AXES], speed[AXES], mass, stiffness;
};

static void swing(int n, int steps, double dt, struct weight *chain, double (*pull)[AXES])
{
#pragma scop
    for (int t = 0; t < steps; t++)
        for (int half = 0; half < 2; half++) {
            for (int i = 1; i < n; i++)
                for (int d = 0; d < AXES; d++) {
                    pull[i][d] = chain[i].stiffness * (chain[i - 1].place[d] - chain[i].place[d]);
                    if (i < n - 1)
                        pull[i][d] += chain[i + 1].stiffness * (chain[i + 1].place[d] - chain[i].place[d]);
                }
            for (int i = 1; i < n; i++) {
                for (int d = 0; d < AXES; d++)
                    chain[i].speed[d] += 0.5 * dt * pull[i][d] / chain[i].mass;
                chain[i].speed[1] -= 0.5 * dt * 9.81;
                if (half == 0)
                    for (int d = 0; d < AXES; d++)
                        chain[i].place[d] += dt * chain[i].speed[d];
            }
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 5), steps = kernel_size(argc, argv, 2, 3);
    struct weight *chain = kernel_doubles((size_t)6 * n, 0.5, 1.5);
    double(*pull)[AXES] = kernel_zeros((size_t)AXES * n, sizeof(double));
    kernel_start();
    swing(n, steps, 0.01, chain, pull);
    kernel_stop();
    kernel_hash(chain, sizeof(struct weight[n]));
    kernel_hash(pull, sizeof(double[n][AXES]));
    kernel_print(chain[n - 1].place[1]);
    free(chain);
    free(pull);
    return 0;
}
