// Steps that each take two sums over what the steps before left, the second one of what the first one led to, and mix two rows.
// run: 1
// run: 2
// run: 37
// run: 700
// gpu: with --device=h200
// gpu: Oclgrind --device=h200
#include "../kernel.h"

static void lattice(int n, float row[restrict n], float mixed[restrict n], double past[restrict n],
                    const double weight[restrict n], const unsigned char bits[restrict n], double gain[restrict n],
                    int count[restrict n])
{
#pragma scop
    for (int k = 0; k < n; k++) {
        double first = 1;
        for (int i = 0; i < k; i++)
            first += past[i] * weight[k - i] * row[i];
        past[k] = first / (2 + k);
        double second = 0;
        for (int i = 0; i <= k; i++)
            second -= past[i] * row[i];
        gain[k] = second / (1 + k);
        int set = 0;
        for (int i = k; i < n; i++)
            set += bits[i] & 3;
        count[k] = set;
        for (int i = 0; i < n; i++)
            mixed[i] = row[i] + (float)gain[k] * row[n - 1 - i];
        for (int i = 0; i < n; i++)
            row[i] = mixed[i] * 0.5f;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 60);
    float *row = malloc(n * sizeof(float)), *mixed = malloc(n * sizeof(float));
    double *past = kernel_zeros(n, sizeof(double)), *weight = kernel_doubles(n, -1, 1),
           *gain = kernel_zeros(n, sizeof(double));
    unsigned char *bits = malloc(n);
    int *count = kernel_zeros(n, sizeof(int));
    for (int i = 0; i < n; i++) {
        row[i] = 1.0f / (1 + i % 7);
        mixed[i] = 0;
        bits[i] = i * 5 + 1;
    }
    kernel_start();
    lattice(n, row, mixed, past, weight, bits, gain, count);
    kernel_stop();
    kernel_hash(row, sizeof(float[n]));
    kernel_hash(past, sizeof(double[n]));
    kernel_hash(gain, sizeof(double[n]));
    kernel_hash(count, sizeof(int[n]));
    kernel_print(gain[n / 2]);
    free(row);
    free(mixed);
    free(past);
    free(weight);
    free(gain);
    free(bits);
    free(count);
    return 0;
}
