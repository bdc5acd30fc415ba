// Statements that run in every second, third and sixth iteration, with values handed from one to the other.
// run: 1
// run: 6
// run: 100
// gpu: with --shared-memory SIZES
#include "../kernel.h"

static long run(int n, long a[restrict n], long b[restrict n])
{
    long carried = 1, late = 0;
#pragma scop
    for (int i = 0; i < n; i++) {
        if (i % 2 == 0)
            carried = carried % 1000 + a[i];
        if (i % 3 == 1)
            b[i] = carried + late;
        else
            b[i] = i;
        if (i % 6 == 5)
            late = carried - b[i - 1];
    }
    for (int i = 0; i < n; i += 3)
        for (int j = i; j < n; j += 2)
            a[j] += b[i];
#pragma endscop
    return carried + 3 * late;
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 20);
    long *a = kernel_zeros(n, sizeof(long)), *b = kernel_zeros(n, sizeof(long));
    for (int i = 0; i < n; i++)
        a[i] = (long)(100 * kernel_random());
    kernel_start();
    long result = run(n, a, b);
    kernel_stop();
    kernel_hash(a, sizeof(long[n]));
    kernel_hash(b, sizeof(long[n]));
    kernel_print((double)result);
    free(a);
    free(b);
    return 0;
}
