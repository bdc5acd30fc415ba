// Whether the number of set bits of each row is odd, in truth values that begin with a number other than 0 and 1.
// run: 1 1
// run: 5 9
// run: 37 150
// gpu: with --device=h200
#include "../kernel.h"
#include <stdbool.h>

static void parities(int n, int m, unsigned char cells[restrict n][m], bool odd[restrict n])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        odd[i] = 4;
        for (int j = 0; j < m; j++)
            odd[i] ^= cells[i][j] & 1;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 30), m = kernel_size(argc, argv, 2, 40);
    unsigned char(*cells)[m] = kernel_zeros((size_t)n * m, 1);
    bool *odd = kernel_zeros(n, sizeof(bool));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            cells[i][j] = (unsigned char)(i * 7 + j * j * 5) % 11;
    kernel_start();
    parities(n, m, cells, odd);
    kernel_stop();
    kernel_hash(odd, sizeof(bool[n]));
    kernel_print(odd[n / 2]);
    free(cells);
    free(odd);
    return 0;
}
