// The table of the lengths of the longest common subsequences of all beginnings of two texts.
// run: 1 1
// run: 5 8
// run: 66 91
// bench: 8000 8000
// bench-gpu: 32768 32768
#include "../kernel.h"

static void fill(int n, int m, const char *a, const char *b, int *restrict table)
{
    for (int j = 0; j <= m; j++)
        table[j] = 0;
    for (int i = 1; i <= n; i++) {
        table[i * (m + 1)] = 0;
        for (int j = 1; j <= m; j++) {
            if (a[i - 1] == b[j - 1])
                table[i * (m + 1) + j] = table[(i - 1) * (m + 1) + j - 1] + 1;
            else if (table[(i - 1) * (m + 1) + j] >= table[i * (m + 1) + j - 1])
                table[i * (m + 1) + j] = table[(i - 1) * (m + 1) + j];
            else
                table[i * (m + 1) + j] = table[i * (m + 1) + j - 1];
        }
    }
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 11), m = kernel_size(argc, argv, 2, 14);
    char *a = kernel_bytes(n, 'a', 'e'), *b = kernel_bytes(m, 'a', 'e');
    size_t size = (size_t)(n + 1) * (m + 1);
    int *table = kernel_zeros(size, sizeof(*table));
    kernel_start();
    fill(n, m, a, b, table);
    kernel_stop();
    kernel_hash(table, size * sizeof(*table));
    kernel_print(table[size - 1]);
    free(a);
    free(b);
    free(table);
    return 0;
}
