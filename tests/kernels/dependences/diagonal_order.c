// A table walked along its diagonals by its author, bounds with smaller and larger of two; cuts a rectangle's corner.
// run: 1 1
// run: 5 8
// run: 9 4
// run: 41 52
// gpu: hexagons
#include "../kernel.h"

#define LARGER(a, b) ((a) > (b) ? (a) : (b))
#define SMALLER(a, b) ((a) < (b) ? (a) : (b))

static void walk(int n, int m, int A[restrict n + 1][m + 1], int order[restrict n + 1][m + 1])
{
#pragma scop
    for (int d = 2; d <= n + m; d++)
        for (int i = LARGER(1, d - m); i <= SMALLER(n, d - 1); i++) {
            A[i][d - i] = (A[i - 1][d - i] + 3 * A[i][d - i - 1] + A[i - 1][d - i - 1]) % 1009;
            order[i][d - i] = d * 1000 + i;
        }
    for (int i = -n; i <= n; i++)
        for (int j = -m; j <= SMALLER(m, -i - m / 2); j++)
            A[i < 0 ? -i : i][j < 0 ? -j : j] += 1;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 6), m = kernel_size(argc, argv, 2, 7);
    int(*A)[m + 1] = kernel_ints((size_t)(n + 1) * (m + 1), 0, 1009);
    int(*order)[m + 1] = kernel_zeros((size_t)(n + 1) * (m + 1), sizeof(int));
    kernel_start();
    walk(n, m, A, order);
    kernel_stop();
    kernel_hash(A, sizeof(int[n + 1][m + 1]));
    kernel_hash(order, sizeof(int[n + 1][m + 1]));
    kernel_print(A[n][m]);
    free(A);
    free(order);
    return 0;
}
