// What is done depends on the sizes and how they compare: strips that may be empty, overlap or lie apart.
// run: 1 1 1
// run: 10 3 4
// run: 10 4 3
// run: 30 50 7
// run: 60 20 61
#include "../kernel.h"

static void strips(int n, int a, int b, int v[restrict n], int w[restrict n])
{
#pragma scop
    if (a < b)
        for (int i = a; i < b && i < n; i++)
            v[i] += 2 * w[i];
    else
        for (int i = b; i <= a && i < n; i++)
            w[i] -= v[i];
    for (int i = 0; i + a < n; i++)
        v[i + a] = v[i] + 1;
    for (int i = b; i < n; i++)
        w[i] = w[i - b] + v[i];
    if (2 * a + 3 * b > n)
        for (int i = 0; i < n; i++)
            v[i] -= w[n - 1 - i];
    for (int i = 0; i < n; i += 1 + (n > 20))
        w[i] ^= v[i];
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 12), a = kernel_size(argc, argv, 2, 5), b = kernel_size(argc, argv, 3, 3);
    int *v = kernel_ints(n, -100, 100), *w = kernel_ints(n, -100, 100);
    kernel_start();
    strips(n, a, b, v, w);
    kernel_stop();
    kernel_hash(v, sizeof(int[n]));
    kernel_hash(w, sizeof(int[n]));
    kernel_print(v[n / 2] + w[n / 2]);
    free(v);
    free(w);
    return 0;
}
