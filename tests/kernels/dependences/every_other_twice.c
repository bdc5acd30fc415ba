// All elements change several times, then every other one gets a value: a thread has an element, whichever loop it is in.
// run: 1 1
// run: 4 8
// run: 21 45
// gpu: with --device=h200
#include "../kernel.h"

static void every_other_twice(int n, int m, int rounds, long cells[restrict m], const int given[restrict n])
{
#pragma scop
    for (int i = 0; i < m; i++)
        for (int t = 0; t < rounds; t++)
            cells[i] = (5 * cells[i] + 3) % 1009;
    for (int i = 0; i < n; i++)
        for (int t = 0; t < rounds; t++)
            cells[2 * i] += given[i] * t + given[t];
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 20), m = kernel_size(argc, argv, 2, 41), rounds = n < 4 ? n : 4;
    long *cells = kernel_zeros(m, sizeof(long));
    int *given = kernel_ints(n, 1, 50);
    kernel_start();
    every_other_twice(n, m, rounds, cells, given);
    kernel_stop();
    kernel_hash(cells, sizeof(long[m]));
    kernel_print((double)cells[m / 2]);
    free(cells);
    free(given);
    return 0;
}
