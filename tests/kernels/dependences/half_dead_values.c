// Values computed for all elements of which only some are used, others overwritten before anyone reads them.
// run: 1
// run: 2
// run: 9
// run: 44
// gpu: with --shared-memory SIZES
#include "../kernel.h"

static void work(int n, int A[restrict n][n], int B[restrict n][n], int out[restrict n][n])
{
    int t;
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            t = 3 * A[i][j] + j;
            B[i][j] = t - i;
            if ((i + j) % 2 == 0)
                out[i][j] = t;
            else if (j > i)
                B[i][j] = 0;
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (i > 0 && j < n / 2)
                B[i][j] = B[i - 1][j] + 1;
            else
                out[i][j] += B[i][j];
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 10);
    int(*A)[n] = kernel_ints((size_t)n * n, -50, 50), (*B)[n] = kernel_zeros((size_t)n * n, sizeof(int));
    int(*out)[n] = kernel_zeros((size_t)n * n, sizeof(int));
    kernel_start();
    work(n, A, B, out);
    kernel_stop();
    kernel_hash(B, sizeof(int[n][n]));
    kernel_hash(out, sizeof(int[n][n]));
    kernel_print(out[n / 2][n / 2]);
    free(A);
    free(B);
    free(out);
    return 0;
}
