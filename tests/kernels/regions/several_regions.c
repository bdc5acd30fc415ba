// Several regions in one function, with loops and conditions of the host around and between them.
// run: 1 0
// run: 7 3
// run: 40 4
#include "../kernel.h"

static int relax(int n, int steps, double A[restrict n][n], double row[restrict n])
{
    double change = 1;
    int used = 0;
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            A[i][j] = (A[i][j] + i) / (1 + j);
#pragma endscop
    while (used < steps && change > 1e-3) {
        if (used % 2 == 0) {
#pragma scop
            for (int i = 0; i < n; i++) {
                row[i] = 0;
                for (int j = 0; j < n; j++)
                    row[i] += A[i][j];
            }
#pragma endscop
        } else {
#pragma scop
            for (int j = 0; j < n; j++) {
                row[j] = 0;
                for (int i = 0; i < n; i++)
                    row[j] += A[i][j];
            }
#pragma endscop
        }
        change = 0;
#pragma scop
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                A[i][j] /= 1 + row[i] * row[i];
        for (int i = 0; i < n; i++)
            change += row[i] * row[i];
#pragma endscop
        used++;
    }
    return used;
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 8), steps = kernel_size(argc, argv, 2, 3);
    double(*A)[n] = kernel_doubles((size_t)n * n, -1, 1), *row = kernel_zeros(n, sizeof(double));
    kernel_start();
    int used = relax(n, steps, A, row);
    kernel_stop();
    kernel_hash(A, sizeof(double[n][n]));
    kernel_hash(row, sizeof(double[n]));
    kernel_print(used + row[n / 2]);
    free(A);
    free(row);
    return 0;
}
