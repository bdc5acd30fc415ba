// Scratch arrays whose values end with each row, an assumption about a distance, and a table outside the region.
// run: 1 1
// run: 5 6
// run: 29 31
// flags: --pencil
#include "../kernel.h"
#include <pave/pencil.h>

enum { MOST = 64 };
static double scratch[MOST], other[MOST];

static void rows(int n, int m, int far, double A[const restrict static n][m],
                 double tail[const restrict static n + far])
{
#pragma scop
    __pencil_assume(far >= n);
    __pencil_assume(m <= MOST);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            scratch[j] = A[i][j] * A[i][m - 1 - j];
        for (int j = 0; j < m; j++)
            other[j] = scratch[m - 1 - j] + (j > 0 ? scratch[j - 1] : 0.0);
        for (int j = 0; j < m; j++)
            A[i][j] = other[j];
        __pencil_kill(scratch, other);
    }
    for (int i = 0; i < n; i++)
        tail[i] = tail[i + far] + A[i][0];
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 5), m = kernel_size(argc, argv, 2, 6), far = n + 2;
    double(*A)[m] = kernel_doubles((size_t)n * m, -1, 1), *tail = kernel_doubles(n + far, -1, 1);
    kernel_start();
    rows(n, m, far, A, tail);
    kernel_stop();
    kernel_hash(A, sizeof(double[n][m]));
    kernel_hash(tail, sizeof(double[n + far]));
    kernel_print(tail[n / 2]);
    free(A);
    free(tail);
    return 0;
}
