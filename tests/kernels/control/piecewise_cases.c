// A table filled by cases on the iterators: borders, diagonals, halves and remainders, with else branches and skips.
// run: 1
// run: 2
// run: 9
// run: 50
#include "../kernel.h"

static void fill(int n, int A[restrict n][n], int B[restrict n][n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            if (i == j) {
                A[i][j] = 1;
                continue;
            }
            if (i == 0 || j == n - 1)
                A[i][j] = B[i][j];
            else if (i + j < n && (i - j) % 3 == 0)
                A[i][j] = B[j][i] + A[i - 1][j];
            else if (2 * i > j && j > 0)
                A[i][j] = A[i][j - 1] - B[i][n - 1 - j];
            else
                A[i][j] = i > j ? i : -j;
        }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            if (j > i + 4)
                break;
            if (j % 4 == 3)
                B[i][j] = A[i][j] + A[j][i];
            else if (j % 4 != 1)
                B[i][j] -= 2 * A[i][j];
        }
        if (i >= 5)
            B[i][i - 5] += 7;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 10);
    int(*A)[n] = kernel_zeros((size_t)n * n, sizeof(int)), (*B)[n] = kernel_ints((size_t)n * n, -100, 100);
    kernel_start();
    fill(n, A, B);
    kernel_stop();
    kernel_hash(A, sizeof(int[n][n]));
    kernel_hash(B, sizeof(int[n][n]));
    kernel_print(A[n - 1][n / 2] + B[n - 1][n / 2]);
    free(A);
    free(B);
    return 0;
}
