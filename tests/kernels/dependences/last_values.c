// Scalars and small arrays that every iteration overwrites and whose last values are used after the loops.
// run: 0 0
// run: 1 0
// run: 6 4
// run: 50 33
#include "../kernel.h"

static double last(int n, int m, double A[restrict n + 1][m + 1], double kept[restrict 3])
{
    double t = -1, u = -2;
    int place = -1;
#pragma scop
    for (int i = 0; i < n; i++) {
        t = A[i][0] * 2;
        for (int j = 0; j < m; j++) {
            u = t + A[i][j];
            kept[j % 3] = u * t;
            A[i][j] = u - kept[(j + 1) % 3];
            place = i + j;
        }
    }
#pragma endscop
    return t + 3 * u + place;
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 5), m = kernel_size(argc, argv, 2, 4);
    double(*A)[m + 1] = kernel_doubles((size_t)(n + 1) * (m + 1), -1, 1), *kept = kernel_doubles(3, -1, 1);
    kernel_start();
    double value = last(n, m, A, kept);
    kernel_stop();
    kernel_hash(A, sizeof(double[n + 1][m + 1]));
    kernel_hash(kept, sizeof(double[3]));
    kernel_print(value);
    free(A);
    free(kept);
    return 0;
}
