// Means of three neighbours on a line, from one array to the other and back.
// run: 2 1
// run: 9 5
// run: 70 20
// gpu: with --hybrid --shared-memory
// gpu: with --hybrid SMALL_HEXAGONS
// gpu: Oclgrind --hybrid --shared-memory --max-shared-memory=32768
// gpu: hexagons
// bench: 2000 500
// bench-gpu: 4000 1000
#include "../kernel.h"

static void jacobi_1d(int n, int steps, double A[n], double B[n])
{
#pragma scop
    for (int t = 0; t < steps; t++) {
        for (int x = 1; x < n - 1; x++)
            B[x] = 0.3333 * (A[x - 1] + A[x] + A[x + 1]);
        for (int x = 1; x < n - 1; x++)
            A[x] = 0.3333 * (B[x - 1] + B[x] + B[x + 1]);
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 40), steps = kernel_size(argc, argv, 2, 10);
    double *A = kernel_doubles(n, 0, 1), *B = kernel_doubles(n, 0, 1);
    kernel_start();
    jacobi_1d(n, steps, A, B);
    kernel_stop();
    kernel_hash(A, sizeof(double[n]));
    kernel_hash(B, sizeof(double[n]));
    kernel_print(A[n / 2]);
    free(A);
    free(B);
    return 0;
}
