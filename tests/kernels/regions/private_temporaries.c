// Scalars and small arrays that each iteration fills anew: outside the loops, inside them, and used after a last one.
// run: 1 1
// run: 5 8
// run: 33 40
// bench: 1000 1000
#include "../kernel.h"

static double blocks(int n, int m, double A[restrict n][m], double out[restrict n][m])
{
    double window[5], weight, sum, last = 0;
    int k;
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double part[2][2] = {{0, 0}, {0, 0}};
            for (k = 0; k < 5; k++)
                window[k] = j + k - 2 >= 0 && j + k - 2 < m ? A[i][j + k - 2] : 0;
            sum = 0;
            weight = 0;
            for (k = 0; k < 5; k++) {
                sum += (k + 1) * window[k];
                weight += window[k] * window[4 - k];
                part[k % 2][k / 3] += window[k];
            }
            out[i][j] = sum / (1 + weight * weight) + part[0][1] - part[1][0] * part[0][0];
            last = weight;
        }
#pragma endscop
    return last + k;
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 5), m = kernel_size(argc, argv, 2, 6);
    double(*A)[m] = kernel_doubles((size_t)n * m, -1, 1), (*out)[m] = kernel_zeros((size_t)n * m, sizeof(double));
    kernel_start();
    double last = blocks(n, m, A, out);
    kernel_stop();
    kernel_hash(out, sizeof(double[n][m]));
    kernel_print(last);
    free(A);
    free(out);
    return 0;
}
