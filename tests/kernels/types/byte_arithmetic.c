// Arithmetic on bytes: sums that wrap, sums that stop at the limits, averages, and signed and unsigned shifts.
// worse-than-isl: which of two nests runs backwards is a tie between clusters, whatever their number of statements
// run: 1
// run: 13
// run: 700
// gpu: cuda plain
// bench: 4000000
#include "../kernel.h"

static void mix(int n, const uint8_t a[restrict n], const uint8_t b[restrict n], uint8_t wrap[restrict n],
                uint8_t stop[restrict n], int8_t half[restrict n], uint8_t folded[restrict n])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        wrap[i] = (uint8_t)(a[i] * 3 + b[i]);
        wrap[i] += a[i];
        wrap[i] ^= (uint8_t)(b[i] << 2);
    }
    for (int i = 0; i < n; i++) {
        int sum = a[i] + b[i];
        stop[i] = sum > 255 ? 255 : (uint8_t)sum;
    }
    for (int i = 0; i < n; i++)
        half[i] = (int8_t)((a[i] - b[i]) / 2);
    for (int i = 0; i < n; i++)
        folded[i] = (uint8_t)(wrap[n - 1 - i] - stop[i] + half[i]);
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 20);
    uint8_t *a = kernel_bytes(n, 0, 256), *b = kernel_bytes(n, 0, 256), *wrap = kernel_zeros(n, 1);
    uint8_t *stop = kernel_zeros(n, 1), *folded = kernel_zeros(n, 1);
    int8_t *half = kernel_zeros(n, 1);
    kernel_start();
    mix(n, a, b, wrap, stop, half, folded);
    kernel_stop();
    kernel_hash(wrap, (size_t)n);
    kernel_hash(stop, (size_t)n);
    kernel_hash(half, (size_t)n);
    kernel_hash(folded, (size_t)n);
    kernel_print(folded[n / 2]);
    free(a);
    free(b);
    free(wrap);
    free(stop);
    free(half);
    free(folded);
    return 0;
}
