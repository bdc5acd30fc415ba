// Means of three neighbours on a line, in place: each step sees its own results on one side.
// run: 2 3
// run: 7 4
// run: 300 25
// gpu: with --hybrid --shared-memory
// gpu: with --hybrid SMALL_HEXAGONS
// gpu: hexagons
// bench: 1000000 60
#include "../kernel.h"

static void sweep(int n, int steps, float v[n])
{
    int t, x;
#pragma scop
    for (t = 0; t < steps; t++)
        for (x = 1; x < n - 1; x++)
            v[x] = (v[x - 1] + v[x] + v[x + 1]) / 3.0f;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 50), steps = kernel_size(argc, argv, 2, 5);
    float *v = kernel_floats(n, 0, 1);
    kernel_start();
    sweep(n, steps, v);
    kernel_stop();
    kernel_hash(v, sizeof(float[n]));
    kernel_print(v[n / 2]);
    free(v);
    return 0;
}
