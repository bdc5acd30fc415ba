// Square roots by Newton's steps, as many as each number needs, and how many that were.
// run: 1 1
// run: 3 5
// run: 20 30
#include "../kernel.h"

static void roots(int n, int m, double a[restrict n][m], double root[restrict n][m], int steps[restrict n][m])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            root[i][j] = a[i][j];
            steps[i][j] = 0;
            while (fabs(root[i][j] * root[i][j] - a[i][j]) > 1e-9 && steps[i][j] < 50) {
                root[i][j] = 0.5 * (root[i][j] + a[i][j] / root[i][j]);
                steps[i][j]++;
            }
        }
    for (int i = 1; i < n; i++)
        for (int j = 0; j < m; j++)
            steps[i][j] += steps[i - 1][j];
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 4), m = kernel_size(argc, argv, 2, 5);
    double(*a)[m] = kernel_doubles((size_t)n * m, 0.1, 1000), (*root)[m] = kernel_zeros((size_t)n * m, sizeof(double));
    int(*steps)[m] = kernel_zeros((size_t)n * m, sizeof(int));
    kernel_start();
    roots(n, m, a, root, steps);
    kernel_stop();
    kernel_hash(root, sizeof(double[n][m]));
    kernel_hash(steps, sizeof(int[n][m]));
    kernel_print(root[n / 2][m / 2]);
    free(a);
    free(root);
    free(steps);
    return 0;
}
