// Each row of a cube of numbers multiplied by a matrix, in place, through a row kept aside.
// run: 1 1 1
// run: 3 5 7
// run: 11 13 41
// bench: 150 140 160
// bench-gpu: 250 220 270
// gpu: not PoCL --device=h200 PoCL 3.1 makes wrong code of it; on GPUs the result is right
#include "../kernel.h"

static void doitgen(int planes, int rows, int n, double cube[restrict planes][rows][n], double M[restrict n][n],
                    double aside[restrict n])
{
#pragma scop
    for (int p = 0; p < planes; p++)
        for (int r = 0; r < rows; r++) {
            for (int to = 0; to < n; to++) {
                aside[to] = 0.0;
                for (int from = 0; from < n; from++)
                    aside[to] += cube[p][r][from] * M[from][to];
            }
            for (int to = 0; to < n; to++)
                cube[p][r][to] = aside[to];
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    int planes = kernel_size(argc, argv, 1, 8), rows = kernel_size(argc, argv, 2, 10),
        n = kernel_size(argc, argv, 3, 12);
    double(*cube)[rows][n] = kernel_doubles((size_t)planes * rows * n, -1, 1);
    double(*M)[n] = kernel_doubles((size_t)n * n, -1, 1), *aside = kernel_zeros(n, sizeof(double));
    kernel_start();
    doitgen(planes, rows, n, cube, M, aside);
    kernel_stop();
    kernel_hash(cube, sizeof(double[planes][rows][n]));
    kernel_hash(aside, sizeof(double[n]));
    kernel_print(cube[planes / 2][rows / 2][n / 2]);
    free(cube);
    free(M);
    free(aside);
    return 0;
}
