// The product of two vectors, element by element, summed.
// run: 1
// run: 9
// run: 1000
// bench: 20000000
// bench-gpu: 268435456
#include "../kernel.h"

static float dot(const float *x, const float *y, int n)
{
    float sum = 0.0f;
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 50);
    float *x = kernel_floats(n, -1, 1), *y = kernel_floats(n, -1, 1);
    kernel_start();
    float sum = dot(x, y, n);
    kernel_stop();
    kernel_hash(&sum, sizeof(sum));
    kernel_print(sum);
    free(x);
    free(y);
    return 0;
}
