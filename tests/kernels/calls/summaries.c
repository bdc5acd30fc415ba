// A function out of sight, a transform of rows, with a summary of what it reads and writes: rows stay independent.
// run: 1 2
// run: 4 8
// run: 23 32
// flags: --pencil
#include "../kernel.h"
#include <pave/pencil.h>
#pragma GCC diagnostic ignored "-Wunused-function"

static void butterflies_summary(int n, double row[static const restrict n])
{
    for (int i = 0; i < n; i++) {
        __pencil_use(row[i]);
        __pencil_def(row[i]);
    }
    (void)n, (void)row;
}

__attribute__((pencil_access(butterflies_summary))) void butterflies(
    int n, double row[static const restrict n]) __asm__("butterflies_hidden");

static void transform(int rows, int n, double A[restrict rows][n], double power[restrict rows])
{
#pragma scop
    for (int r = 0; r < rows; r++)
        for (int i = 0; i < n; i++)
            A[r][i] *= 0.5;
    for (int r = 0; r < rows; r++)
        butterflies(n, A[r]);
    for (int r = 0; r < rows; r++) {
        power[r] = 0;
        for (int i = 0; i < n; i++)
            power[r] += A[r][i] * A[r][i];
    }
#pragma endscop
}

void butterflies_hidden(int n, double *row)
{
    for (int half = 1; half < n; half *= 2)
        for (int i = 0; i < n; i++)
            if ((i & half) == 0 && (i | half) < n) {
                double sum = row[i] + row[i | half], difference = row[i] - row[i | half];
                row[i] = sum;
                row[i | half] = difference;
            }
}

int main(int argc, char **argv)
{
    int rows = kernel_size(argc, argv, 1, 3), n = kernel_size(argc, argv, 2, 8);
    double(*A)[n] = kernel_doubles((size_t)rows * n, -1, 1), *power = kernel_zeros(rows, sizeof(double));
    kernel_start();
    transform(rows, n, A, power);
    kernel_stop();
    kernel_hash(A, sizeof(double[rows][n]));
    kernel_hash(power, sizeof(double[rows]));
    kernel_print(power[rows / 2]);
    free(A);
    free(power);
    return 0;
}
