// The best local alignment of two texts where a gap costs more to open than to extend: three tables in 16 bits.
// run: 1 1
// run: 6 8
// run: 60 51
#include "../kernel.h"

static short larger(short a, short b)
{
    return a > b ? a : b;
}

static int align(int n, int m, const unsigned char a[restrict n], const unsigned char b[restrict m],
                 short score[restrict n + 1][m + 1], short right[restrict n + 1][m + 1],
                 short down[restrict n + 1][m + 1])
{
    short best = 0;
#pragma scop
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++) {
            right[i][j] = larger((short)(right[i][j - 1] - 1), (short)(score[i][j - 1] - 4));
            down[i][j] = larger((short)(down[i - 1][j] - 1), (short)(score[i - 1][j] - 4));
            score[i][j] = (short)(score[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 5 : -3));
            score[i][j] = larger(score[i][j], larger(right[i][j], down[i][j]));
            score[i][j] = larger(score[i][j], 0);
            best = larger(best, score[i][j]);
        }
#pragma endscop
    return best;
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 8), m = kernel_size(argc, argv, 2, 9);
    unsigned char *a = kernel_bytes(n, 0, 4), *b = kernel_bytes(m, 0, 4);
    size_t cells = (size_t)(n + 1) * (m + 1);
    short(*score)[m + 1] = kernel_zeros(cells, sizeof(short)), (*right)[m + 1] = kernel_zeros(cells, sizeof(short));
    short(*down)[m + 1] = kernel_zeros(cells, sizeof(short));
    kernel_start();
    int best = align(n, m, a, b, score, right, down);
    kernel_stop();
    kernel_hash(score, sizeof(short[n + 1][m + 1]));
    kernel_hash(right, sizeof(short[n + 1][m + 1]));
    kernel_hash(down, sizeof(short[n + 1][m + 1]));
    kernel_print(best);
    free(a);
    free(b);
    free(score);
    free(right);
    free(down);
    return 0;
}
