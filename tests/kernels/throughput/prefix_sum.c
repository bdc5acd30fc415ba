// The sums of all beginnings of a list of integers.
// run: 1
// run: 9
// run: 1000
// bench: 20000000
// bench-gpu: 268435456
#include "../kernel.h"

static void sum_up(int n, const unsigned *restrict x, unsigned *restrict y)
{
    y[0] = x[0];
    for (int i = 1; i < n; i++)
        y[i] = y[i - 1] + x[i];
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 50);
    unsigned *x = kernel_ints(n, 0, 1000), *y = kernel_zeros(n, sizeof(*y));
    kernel_start();
    sum_up(n, x, y);
    kernel_stop();
    kernel_hash(y, n * sizeof(*y));
    kernel_print(y[n - 1]);
    free(x);
    free(y);
    return 0;
}
