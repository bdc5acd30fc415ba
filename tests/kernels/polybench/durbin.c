// The Yule-Walker equations solved by Durbin's recursion.
// run: 1
// run: 9
// run: 67
// bench: 2000
// bench-gpu: 4000
#include "../kernel.h"

static void durbin(int n, double r[restrict n], double y[restrict n])
{
    double mixed[n], reflection, error, sum;
#pragma scop
    y[0] = -r[0];
    error = 1.0;
    reflection = -r[0];
    for (int k = 1; k < n; k++) {
        error = (1 - reflection * reflection) * error;
        sum = 0.0;
        for (int i = 0; i < k; i++)
            sum += r[k - i - 1] * y[i];
        reflection = -(r[k] + sum) / error;
        for (int i = 0; i < k; i++)
            mixed[i] = y[i] + reflection * y[k - i - 1];
        for (int i = 0; i < k; i++)
            y[i] = mixed[i];
        y[k] = reflection;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 40);
    double *r = kernel_zeros(n, sizeof(double)), *y = kernel_zeros(n, sizeof(double));
    for (int i = 0; i < n; i++)
        r[i] = 0.5 / (1 + i) - 0.125 * (i % 3 == 1);
    kernel_start();
    durbin(n, r, y);
    kernel_stop();
    kernel_hash(y, sizeof(double[n]));
    kernel_print(y[n - 1]);
    free(r);
    free(y);
    return 0;
}
