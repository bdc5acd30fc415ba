// Arrays turned round in place, taken in strides, interleaved, and walked backwards with a stride.
// run: 1
// run: 2
// run: 15
// run: 301
#include "../kernel.h"

static void turn(int n, double v[restrict n], double even[restrict(n + 1) / 2], double odd[restrict(n + 1) / 2],
                 double mixed[restrict 3 * n])
{
#pragma scop
    for (int i = 0; i < n / 2; i++) {
        double kept = v[i];
        v[i] = v[n - 1 - i];
        v[n - 1 - i] = kept;
    }
    for (int i = 0; i < n; i += 2)
        even[i / 2] = v[i];
    for (int i = 1; i < n; i += 2)
        odd[i / 2] = v[i];
    for (int i = 0; i < n; i++) {
        mixed[3 * i] = v[i];
        mixed[3 * i + 1] = i % 2 == 0 ? even[i / 2] : odd[i / 2];
        mixed[3 * n - 1 - 3 * i] = v[n - 1 - i] * 0.5;
    }
    for (int i = 3 * n - 1; i >= 5; i -= 5)
        mixed[i] += mixed[i - 5];
    for (int i = n - 1; i > 0; i -= 4)
        v[i] -= v[i - 1];
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 10), half = (n + 1) / 2;
    double *v = kernel_doubles(n, -1, 1), *even = kernel_zeros(half, sizeof(double));
    double *odd = kernel_zeros(half, sizeof(double)), *mixed = kernel_zeros(3 * (size_t)n, sizeof(double));
    kernel_start();
    turn(n, v, even, odd, mixed);
    kernel_stop();
    kernel_hash(v, sizeof(double[n]));
    kernel_hash(even, sizeof(double[half]));
    kernel_hash(odd, sizeof(double[half]));
    kernel_hash(mixed, sizeof(double[3 * n]));
    kernel_print(mixed[n]);
    free(v);
    free(even);
    free(odd);
    free(mixed);
    return 0;
}
