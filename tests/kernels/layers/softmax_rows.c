// Each row made shares of one: the largest found, exponentials relative to it, divided by their sum.
// gpu: inexact expf
// run: 1 1
// run: 5 7
// run: 33 47
// bench: 2000 1000
#include "../kernel.h"

static void softmax(int n, int m, float x[n][m], float y[n][m])
{
    int i, j;
#pragma scop
    for (i = 0; i < n; i++) {
        float top = x[i][0], sum = 0;
        for (j = 1; j < m; j++)
            if (x[i][j] > top)
                top = x[i][j];
        for (j = 0; j < m; j++) {
            y[i][j] = expf(x[i][j] - top);
            sum += y[i][j];
        }
        for (j = 0; j < m; j++)
            y[i][j] = y[i][j] / sum;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 6), m = kernel_size(argc, argv, 2, 9);
    float(*x)[m] = kernel_floats((size_t)n * m, -4, 4), (*y)[m] = kernel_zeros((size_t)n * m, sizeof(float));
    kernel_start();
    softmax(n, m, x, y);
    kernel_stop();
    kernel_hash(y, sizeof(float[n][m]));
    kernel_print(y[n / 2][m / 2]);
    free(x);
    free(y);
    return 0;
}
