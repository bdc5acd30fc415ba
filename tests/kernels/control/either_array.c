// Particles that move in steps; each takes its next speed from its own history or from a table, as a flag says. One of the two
// arrays is only read, the other is also written: what a compiler makes one load of must see the stores.
// run: 1 1
// run: 7 4
// run: 70 9
// flags: --no-shared-memory --no-private-memory
#include "../kernel.h"

static void drift(int n, int steps, int from_table, const double table[restrict n], double speed[restrict n],
                  double place[restrict n])
{
#pragma scop
    for (int p = 0; p < n; p++) {
        for (int t = 0; t < steps; t++) {
            speed[p] = 0.5 * (p + t < from_table ? table[p] : speed[p]) + 0.125;
            place[p] += 0.25 * (t < from_table ? speed[p] : table[p]);
        }
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 7), steps = kernel_size(argc, argv, 2, 4);
    double *table = kernel_doubles(n, -1, 1), *speed = kernel_doubles(n, -1, 1),
           *place = kernel_zeros(n, sizeof(double));
    kernel_start();
    drift(n, steps, n / 2, table, speed, place);
    kernel_stop();
    kernel_hash(speed, sizeof(double[n]));
    kernel_hash(place, sizeof(double[n]));
    kernel_print(place[n / 2]);
    free(table);
    free(speed);
    free(place);
    return 0;
}
