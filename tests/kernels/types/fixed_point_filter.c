// A filter in fixed point: 16-bit samples and taps, 32-bit products, a 64-bit sum, rounded and cut to 16 bits.
// run: 1 1
// run: 12 4
// run: 300 16
// bench: 200000 64
#include "../kernel.h"

static void filter(int n, int taps, const int16_t x[restrict n + taps], const int16_t tap[restrict taps],
                   int16_t y[restrict n])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        int64_t sum = 1 << 14;
        for (int k = 0; k < taps; k++)
            sum += (int32_t)x[i + k] * tap[taps - 1 - k];
        sum /= 1 << 15;
        if (sum > 32767)
            sum = 32767;
        if (sum < -32768)
            sum = -32768;
        y[i] = (int16_t)sum;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 20), taps = kernel_size(argc, argv, 2, 5);
    int16_t *x = kernel_zeros(n + taps, sizeof(int16_t)), *tap = kernel_zeros(taps, sizeof(int16_t));
    int16_t *y = kernel_zeros(n, sizeof(int16_t));
    for (int i = 0; i < n + taps; i++)
        x[i] = (int16_t)(65535 * kernel_random() - 32768);
    for (int k = 0; k < taps; k++)
        tap[k] = (int16_t)(65535 * kernel_random() - 32768);
    kernel_start();
    filter(n, taps, x, tap, y);
    kernel_stop();
    kernel_hash(y, sizeof(int16_t[n]));
    kernel_print(y[n / 2]);
    free(x);
    free(tap);
    free(y);
    return 0;
}
