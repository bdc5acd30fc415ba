// The largest number of pairs in a folded strand of bases, by Nussinov's table.
// run: 1
// run: 2
// run: 9
// run: 61
// gpu: Oclgrind --device=h200 --shared-memory
// bench: 1500
// bench-gpu: 5500
// gpu: not PoCL --shared-memory PoCL 3.1 makes wrong code of barriers under its condition
#include "../kernel.h"

#define PAIRS(a, b) ((a) + (b) == 3 ? 1 : 0)
#define LARGER(a, b) ((a) >= (b) ? (a) : (b))

static void nussinov(int n, unsigned char strand[restrict n], int best[restrict n][n])
{
#pragma scop
    for (int i = n - 1; i >= 0; i--)
        for (int j = i + 1; j < n; j++) {
            best[i][j] = LARGER(best[i][j], best[i][j - 1]);
            best[i][j] = LARGER(best[i][j], best[i + 1][j]);
            if (i < j - 1)
                best[i][j] = LARGER(best[i][j], best[i + 1][j - 1] + PAIRS(strand[i], strand[j]));
            else
                best[i][j] = LARGER(best[i][j], best[i + 1][j - 1]);
            for (int l = i + 1; l < j; l++)
                best[i][j] = LARGER(best[i][j], best[i][l] + best[l + 1][j]);
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 40);
    unsigned char *strand = kernel_bytes(n, 0, 4);
    int(*best)[n] = kernel_zeros((size_t)n * n, sizeof(int));
    kernel_start();
    nussinov(n, strand, best);
    kernel_stop();
    kernel_hash(best, sizeof(int[n][n]));
    kernel_print(best[0][n - 1]);
    free(strand);
    free(best);
    return 0;
}
