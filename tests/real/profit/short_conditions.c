// flags: --tile=on -S 16
// run: 60 5
// run: 3 1
// run: 2 0
// parallel: 2
// text: const long long last[0-9]+ = pave_min
// targets: c openmp
/* An in-place stencil on rows behind pointers, in tiles: the condition of the innermost loop is short, so that compilers keep the
 * element that an iteration writes in a register until the next one reads it. */
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) static void relax(int rows, int cols, double omega, double **grid, int steps)
{
    double quarter = omega * 0.25, rest = 1 - omega;
    for (int t = 0; t < steps; t++)
        for (int i = 1; i < rows - 1; i++) {
            double *row = grid[i], *above = grid[i - 1], *below = grid[i + 1];
            for (int j = 1; j < cols - 1; j++)
                row[j] = quarter * (above[j] + below[j] + row[j - 1] + row[j + 1]) + rest * row[j];
        }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 10, steps = argc > 2 ? atoi(argv[2]) : 3;
    double *memory = malloc((size_t)n * n * sizeof(*memory)), **grid = malloc((size_t)n * sizeof(*grid)), sum = 0;
    for (int i = 0; i < n; i++) {
        grid[i] = memory + (size_t)i * n;
        for (int j = 0; j < n; j++)
            grid[i][j] = (double)(i * 7 + j * 3) / 16;
    }
    relax(n, n, 1.25, grid, steps);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum = sum * 0.5 + grid[i][j];
    printf("%.17g\n", sum);
    free(grid);
    free(memory);
    return 0;
}
