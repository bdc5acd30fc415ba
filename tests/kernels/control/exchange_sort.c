// Rows sorted by exchanges of neighbours, even and odd pairs in turn: the data decide on each exchange.
// run: 1 1
// run: 3 7
// run: 13 40
#include "../kernel.h"

static void sort(int rows, int n, int key[rows][n])
{
#pragma scop
    for (int r = 0; r < rows; r++)
        for (int t = 0; t < n; t++)
            for (int i = t % 2; i + 1 < n; i += 2)
                if (key[r][i] > key[r][i + 1]) {
                    int kept = key[r][i];
                    key[r][i] = key[r][i + 1];
                    key[r][i + 1] = kept;
                }
#pragma endscop
}

int main(int argc, char **argv)
{
    int rows = kernel_size(argc, argv, 1, 3), n = kernel_size(argc, argv, 2, 9);
    int(*key)[n] = kernel_ints((size_t)rows * n, -100, 100);
    kernel_start();
    sort(rows, n, key);
    kernel_stop();
    kernel_hash(key, sizeof(int[rows][n]));
    kernel_print(key[rows / 2][n / 2]);
    free(key);
    return 0;
}
