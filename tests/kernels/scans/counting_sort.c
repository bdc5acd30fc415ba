// Small numbers sorted: how often each occurs, where each begins, and every one to its place.
// run: 1 1
// run: 9 4
// run: 800 37
// bench: 5000000 256
#include "../kernel.h"

static void sort(int n, int keys, const int key[restrict n], int begin[restrict keys + 1], int sorted[restrict n],
                 int from[restrict n])
{
#pragma scop
    for (int k = 0; k <= keys; k++)
        begin[k] = 0;
    for (int i = 0; i < n; i++)
        begin[key[i] + 1]++;
    for (int k = 0; k < keys; k++)
        begin[k + 1] += begin[k];
    for (int i = 0; i < n; i++) {
        sorted[begin[key[i]]] = key[i];
        from[begin[key[i]]] = i;
        begin[key[i]]++;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 20), keys = kernel_size(argc, argv, 2, 5), *key = kernel_ints(n, 0, keys);
    int *begin = kernel_zeros(keys + 1, sizeof(int)), *sorted = kernel_zeros(n, sizeof(int));
    int *from = kernel_zeros(n, sizeof(int));
    kernel_start();
    sort(n, keys, key, begin, sorted, from);
    kernel_stop();
    kernel_hash(begin, sizeof(int[keys + 1]));
    kernel_hash(sorted, sizeof(int[n]));
    kernel_hash(from, sizeof(int[n]));
    kernel_print(sorted[n / 2]);
    free(key);
    free(begin);
    free(sorted);
    free(from);
    return 0;
}
