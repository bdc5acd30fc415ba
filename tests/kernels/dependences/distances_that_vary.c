// Dependences whose distance is not constant: doubled subscripts, mirrored ones, and a fixed element all read.
// run: 1
// run: 2
// run: 13
// run: 200
#include "../kernel.h"

static void mix(int n, double v[restrict 2 * n + 1], double w[restrict n])
{
#pragma scop
    for (int i = 1; i < n; i++)
        v[2 * i] = 0.5 * v[i] + v[2 * i - 1];
    for (int i = 0; i < n; i++)
        w[i] = w[n - 1 - i] + 0.25 * v[i];
    for (int i = 0; i < n; i++)
        v[i] = v[i] - 0.5 * v[n / 2];
    for (int i = n - 1; i >= 0; i--)
        v[2 * n - i] += w[i] * v[n - i];
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 12);
    double *v = kernel_doubles(2 * (size_t)n + 1, -1, 1), *w = kernel_doubles(n, -1, 1);
    kernel_start();
    mix(n, v, w);
    kernel_stop();
    kernel_hash(v, sizeof(double[2 * n + 1]));
    kernel_hash(w, sizeof(double[n]));
    kernel_print(v[n]);
    free(v);
    free(w);
    return 0;
}
