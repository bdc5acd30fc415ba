// The fewest changes that make one text of the other, with two rows of the table in turn by the parity of the place.
// run: 1 1
// run: 7 5
// run: 80 66
#include "../kernel.h"

#define LEAST(a, b) ((a) < (b) ? (a) : (b))

static int distance(int n, int m, const unsigned char a[restrict n], const unsigned char b[restrict m],
                    int row[restrict 2][m + 1])
{
    int result;
#pragma scop
    for (int j = 0; j <= m; j++)
        row[0][j] = j;
    for (int i = 1; i <= n; i++) {
        row[i % 2][0] = i;
        for (int j = 1; j <= m; j++) {
            int change = row[(i - 1) % 2][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            int remove = row[(i - 1) % 2][j] + 1;
            int insert = row[i % 2][j - 1] + 1;
            row[i % 2][j] = LEAST(change, LEAST(remove, insert));
        }
    }
    result = row[n % 2][m];
#pragma endscop
    return result;
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 9), m = kernel_size(argc, argv, 2, 8);
    unsigned char *a = kernel_bytes(n, 'a', 'e'), *b = kernel_bytes(m, 'a', 'e');
    int(*row)[m + 1] = kernel_zeros((size_t)2 * (m + 1), sizeof(int));
    kernel_start();
    int result = distance(n, m, a, b, row);
    kernel_stop();
    kernel_hash(row, sizeof(int[2][m + 1]));
    kernel_print(result);
    free(a);
    free(b);
    free(row);
    return 0;
}
