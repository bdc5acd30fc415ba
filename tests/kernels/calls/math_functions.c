// Functions of the mathematical library on doubles and floats, nested and in conditions.
// gpu: inexact exp, pow, sin and cos
// run: 1 1
// run: 4 7
// run: 31 37
// bench: 1000 1000
#include "../kernel.h"

static void apply(int n, int m, double x[restrict n][m], double y[restrict n][m], float f[restrict n][m])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            y[i][j] = exp(-fabs(x[i][j])) + pow(fabs(x[i][j]), 1.5) + sin(x[i][j]) * cos(2 * x[i][j]);
            y[i][j] = fmax(y[i][j], 0.125) + floor(x[i][j]) + ceil(y[i][j]) + fmod(x[i][j], 0.3);
            f[i][j] = sqrtf(fabsf((float)x[i][j])) + fminf((float)y[i][j], 1.0f);
            if (fabsf(f[i][j]) > 1.0f)
                f[i][j] = logf(f[i][j]) + hypotf(f[i][j], 2.0f);
        }
    for (int i = 1; i < n; i++)
        for (int j = 0; j < m; j++)
            y[i][j] = atan2(y[i][j], 1 + fabs(y[i - 1][j])) + log(1 + fabs(y[i][j]));
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 5), m = kernel_size(argc, argv, 2, 6);
    double(*x)[m] = kernel_doubles((size_t)n * m, -3, 3), (*y)[m] = kernel_zeros((size_t)n * m, sizeof(double));
    float(*f)[m] = kernel_zeros((size_t)n * m, sizeof(float));
    kernel_start();
    apply(n, m, x, y, f);
    kernel_stop();
    kernel_hash(y, sizeof(double[n][m]));
    kernel_hash(f, sizeof(float[n][m]));
    kernel_print(y[n / 2][m / 2]);
    free(x);
    free(y);
    free(f);
    return 0;
}
