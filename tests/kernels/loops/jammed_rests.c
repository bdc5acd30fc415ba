// Products whose rows do not come in groups of six, the rows of a triangle, and three taps of a convolution: what is
// left of iterations side by side.
// run: 1 1 1
// run: 6 5 7
// run: 8 9 11
// run: 40 41 37
// run: 77 83 75
#include "../kernel.h"

static void triangle(int n, int m, double out[restrict n][m], double share[restrict n][n], double V[restrict n][m])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            for (int k = 0; k < m; k++)
                out[i][k] += share[i][j] * V[j][k];
#pragma endscop
}

static void taps(int n, int m, int p, float out[restrict n][m], float mask[restrict n][p][3],
                 float in[restrict p][m + 2])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int x = 0; x < m; x++)
            for (int k = 0; k < p; k++)
                for (int d = 0; d < 3; d++)
                    out[i][x] += mask[i][k][d] * in[k][x + d];
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 20), m = kernel_size(argc, argv, 2, 24), p = kernel_size(argc, argv, 3, 28);
    double(*out)[m] = kernel_doubles((size_t)n * m, -1, 1), (*share)[n] = kernel_doubles((size_t)n * n, -1, 1);
    double(*V)[m] = kernel_doubles((size_t)n * m, -1, 1);
    float(*sums)[m] = kernel_floats((size_t)n * m, -1, 1), (*mask)[p][3] = kernel_floats((size_t)n * p * 3, -1, 1);
    float(*in)[m + 2] = kernel_floats((size_t)p * (m + 2), -1, 1);
    kernel_start();
    triangle(n, m, out, share, V);
    taps(n, m, p, sums, mask, in);
    kernel_stop();
    kernel_hash(out, sizeof(double[n][m]));
    kernel_hash(sums, sizeof(float[n][m]));
    kernel_print(out[n / 2][m / 2]);
    free(out);
    free(share);
    free(V);
    free(sums);
    free(mask);
    free(in);
    return 0;
}
