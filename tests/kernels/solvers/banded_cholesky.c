// The factor of a symmetric matrix of which only a band below the diagonal is stored, row by row.
// run: 1 1
// run: 9 3
// run: 60 7
// gpu: with --shared-memory SIZES
// bench: 20000 60
#include "../kernel.h"

#define FIRST(i, band) ((i) > (band) ? (i) - (band) : 0)
#define LATER(a, b) ((a) > (b) ? (a) : (b))

static void factor(int n, int band, double B[restrict n][band + 1])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        for (int j = FIRST(i, band); j < i; j++) {
            for (int k = LATER(FIRST(i, band), FIRST(j, band)); k < j; k++)
                B[i][j - i + band] -= B[i][k - i + band] * B[j][k - j + band];
            B[i][j - i + band] /= B[j][band];
        }
        for (int k = FIRST(i, band); k < i; k++)
            B[i][band] -= B[i][k - i + band] * B[i][k - i + band];
        B[i][band] = sqrt(B[i][band]);
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 12), band = kernel_size(argc, argv, 2, 4);
    double(*B)[band + 1] = kernel_doubles((size_t)n * (band + 1), -1, 1);
    for (int i = 0; i < n; i++)
        B[i][band] = 2 * band + 2;
    kernel_start();
    factor(n, band, B);
    kernel_stop();
    kernel_hash(B, sizeof(double[n][band + 1]));
    kernel_print(B[n - 1][band]);
    free(B);
    return 0;
}
