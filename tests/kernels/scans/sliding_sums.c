// Sums and largest values over a window that slides along a line: recomputed, and kept up by adding and taking away.
// run: 1 1
// run: 9 4
// run: 150 11
#include "../kernel.h"

static void slide(int n, int k, const int v[restrict n + k], int sums[restrict n], int kept[restrict n],
                  int top[restrict n])
{
    int running;
#pragma scop
    for (int i = 0; i < n; i++) {
        sums[i] = 0;
        for (int j = 0; j < k; j++)
            sums[i] += v[i + j];
    }
    running = 0;
    for (int j = 0; j < k; j++)
        running += v[j];
    for (int i = 0; i < n; i++) {
        kept[i] = running;
        running += v[i + k] - v[i];
    }
    for (int i = 0; i < n; i++) {
        top[i] = v[i];
        for (int j = 1; j < k; j++)
            top[i] = top[i] > v[i + j] ? top[i] : v[i + j];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 20), k = kernel_size(argc, argv, 2, 5), *v = kernel_ints(n + k, -99, 100);
    int *sums = kernel_zeros(n, sizeof(int)), *kept = kernel_zeros(n, sizeof(int)), *top = kernel_zeros(n, sizeof(int));
    kernel_start();
    slide(n, k, v, sums, kept, top);
    kernel_stop();
    kernel_hash(sums, sizeof(int[n]));
    kernel_hash(kept, sizeof(int[n]));
    kernel_hash(top, sizeof(int[n]));
    kernel_print(kept[n - 1]);
    free(v);
    free(sums);
    free(kept);
    free(top);
    return 0;
}
