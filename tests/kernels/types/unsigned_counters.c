// Loops with unsigned counters, down to zero and in strides, and sums that wrap around.
// worse-than-isl: which of two nests runs backwards is a tie between clusters, whatever their number of statements
// run: 1
// run: 2
// run: 17
// run: 90
#include "../kernel.h"

static void mix(unsigned n, unsigned A[restrict n][n], unsigned short low[restrict n], size_t sum[restrict n])
{
#pragma scop
    for (unsigned i = n; i-- > 0;)
        for (unsigned j = 0; j < n; j += 3)
            A[i][j] = A[i][j] * 2654435761u + i * j;
    for (unsigned i = 1; i < n; i++)
        for (unsigned j = 0; j < n; j++)
            A[i][j] -= A[i - 1][j];
    for (size_t i = 0; i < n; i++) {
        sum[i] = 0;
        for (size_t j = i; j < n; j += 2)
            sum[i] += A[i][j];
    }
    for (unsigned i = 0; i < n; i++)
        low[n - 1 - i] = (unsigned short)(sum[i] >> 3);
#pragma endscop
}

int main(int argc, char **argv)
{
    unsigned n = (unsigned)kernel_size(argc, argv, 1, 10);
    unsigned(*A)[n] = kernel_ints((size_t)n * n, 0, 1 << 24);
    unsigned short *low = kernel_zeros(n, sizeof(unsigned short));
    size_t *sum = kernel_zeros(n, sizeof(size_t));
    kernel_start();
    mix(n, A, low, sum);
    kernel_stop();
    kernel_hash(A, sizeof(unsigned[n][n]));
    kernel_hash(low, sizeof(unsigned short[n]));
    kernel_hash(sum, sizeof(size_t[n]));
    kernel_print(low[n / 2]);
    free(A);
    free(low);
    free(sum);
    return 0;
}
