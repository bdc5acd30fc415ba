// Values handed on from scalar to scalar along each row, a filter of third order, forward and then backward.
// run: 1 1
// run: 3 7
// run: 25 60
// bench: 2000 2000
#include "../kernel.h"

static void filter(int n, int m, const double c[restrict 4], double x[restrict n][m], double y[restrict n][m])
{
    double y1, y2, y3, now;
#pragma scop
    for (int i = 0; i < n; i++) {
        y1 = 0;
        y2 = 0;
        y3 = 0;
        for (int j = 0; j < m; j++) {
            now = c[0] * x[i][j] + c[1] * y1 + c[2] * y2 + c[3] * y3;
            y3 = y2;
            y2 = y1;
            y1 = now;
            y[i][j] = now;
        }
        for (int j = m - 1; j >= 0; j--) {
            now = c[0] * y[i][j] + c[1] * y1 + c[2] * y2 + c[3] * y3;
            y3 = y2;
            y2 = y1;
            y1 = now;
            x[i][j] = now;
        }
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 5), m = kernel_size(argc, argv, 2, 9);
    static const double c[4] = {0.25, 0.5, 0.25, -0.125};
    double(*x)[m] = kernel_doubles((size_t)n * m, -1, 1), (*y)[m] = kernel_zeros((size_t)n * m, sizeof(double));
    kernel_start();
    filter(n, m, c, x, y);
    kernel_stop();
    kernel_hash(x, sizeof(double[n][m]));
    kernel_hash(y, sizeof(double[n][m]));
    kernel_print(x[n / 2][m / 2]);
    free(x);
    free(y);
    return 0;
}
