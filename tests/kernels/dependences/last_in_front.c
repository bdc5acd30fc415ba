// A scalar that gathers each value of a triangular update in place, and is read after the loops: where tiles run in wavefronts, the
// last tile may have no iteration.
// flags: --parallel-threshold=0
// run: 1 1
// run: 3 1
// run: 9 4
// run: 30 31
#include "../kernel.h"

enum { SIZE = 80 };
static double gathered = 0.25;

static void update(int n, int steps, double A[restrict SIZE][SIZE])
{
#pragma scop
    for (int t = 1; t < steps; t++)
        for (int i = 0; i < n; i++) {
            gathered = A[i][t];
            for (int j = 0; j < t; j++)
                gathered += A[i + 4][j + 2] * A[j + 3][t];
            A[i][t] = gathered;
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 20), steps = kernel_size(argc, argv, 2, 12);
    double(*A)[SIZE] = kernel_doubles(SIZE * SIZE, -0.25, 0.25);
    kernel_start();
    update(n, steps, A);
    kernel_stop();
    kernel_hash(A, sizeof(double[SIZE][SIZE]));
    kernel_print(gathered);
    free(A);
    return 0;
}
