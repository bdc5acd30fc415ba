// A checksum of each row and one of all, in 32 and 64 bits with products that wrap, bytes read backwards.
// run: 1 1
// run: 3 9
// run: 21 64
#include "../kernel.h"

static uint64_t check(int n, int m, const uint8_t data[restrict n][m], uint32_t row[restrict n])
{
    uint64_t all = 1469598103u;
#pragma scop
    for (int i = 0; i < n; i++) {
        row[i] = 2166136261u;
        for (int j = m - 1; j >= 0; j--) {
            row[i] ^= data[i][j];
            row[i] *= 16777619u;
        }
    }
    for (int i = 0; i < n; i++)
        all = (all ^ row[i]) * 6364136223846793005u + (uint64_t)i;
#pragma endscop
    return all;
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 5), m = kernel_size(argc, argv, 2, 7);
    uint8_t(*data)[m] = kernel_bytes((size_t)n * m, 0, 256);
    uint32_t *row = kernel_zeros(n, sizeof(uint32_t));
    kernel_start();
    uint64_t all = check(n, m, (const uint8_t(*)[m])data, row);
    kernel_stop();
    kernel_hash(row, sizeof(uint32_t[n]));
    kernel_hash(&all, sizeof(all));
    kernel_print(row[n / 2]);
    free(data);
    free(row);
    return 0;
}
