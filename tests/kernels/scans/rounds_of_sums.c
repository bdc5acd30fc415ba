// Sums of rows, round after round: the first sums go on where the round before ended, the last begin with a constant.
// run: 1 1 1
// run: 5 9 3
// run: 37 150 4
// gpu: with --device=h200
#include "../kernel.h"

static void rounds_of_sums(int n, int m, int rounds, unsigned cells[restrict n][m], unsigned sums[restrict n],
                           unsigned last[restrict n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        sums[i] = 3;
    for (int t = 0; t < rounds; t++) {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                sums[i] += cells[i][j];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                cells[i][j] = 5 * cells[i][j] + sums[n - 1 - i];
    }
    for (int i = 0; i < n; i++) {
        last[i] = 7;
        for (int j = 0; j < m; j++)
            last[i] += cells[i][j];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 30), m = kernel_size(argc, argv, 2, 40), rounds = kernel_size(argc, argv, 3, 3);
    unsigned(*cells)[m] = kernel_zeros((size_t)n * m, sizeof(unsigned));
    unsigned *sums = kernel_zeros(n, sizeof(unsigned)), *last = kernel_zeros(n, sizeof(unsigned));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            cells[i][j] = (unsigned)(i * 17 + j * 5) % 97;
    kernel_start();
    rounds_of_sums(n, m, rounds, cells, sums, last);
    kernel_stop();
    kernel_hash(cells, sizeof(unsigned[n][m]));
    kernel_hash(sums, sizeof(unsigned[n]));
    kernel_hash(last, sizeof(unsigned[n]));
    kernel_print(last[n / 2]);
    free(cells);
    free(sums);
    free(last);
    return 0;
}
