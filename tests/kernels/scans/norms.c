// Norms of a vector and its product with another, each a sum in a scalar; then the vector divided by one of them.
// run: 1
// run: 9
// run: 1000
// bench: 10000000
#include "../kernel.h"

static void norms(int n, double x[restrict n], double y[restrict n], double *restrict result)
{
    double sum = 0, squares = 0, top = 0, dot = 0;
    long count = 0;
#pragma scop
    for (int i = 0; i < n; i++)
        sum += fabs(x[i]);
    for (int i = 0; i < n; i++)
        squares += x[i] * x[i];
    for (int i = 0; i < n; i++)
        top = fabs(x[i]) > top ? fabs(x[i]) : top;
    for (int i = 0; i < n; i++)
        dot += x[i] * y[i];
    for (int i = 0; i < n; i++)
        if (x[i] > y[i])
            count++;
    for (int i = 0; i < n; i++)
        x[i] = x[i] / sqrt(squares);
    result[0] = sum;
    result[1] = squares;
    result[2] = top;
    result[3] = dot;
    result[4] = (double)count;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 20);
    double *x = kernel_doubles(n, -1, 1), *y = kernel_doubles(n, -1, 1), result[5];
    kernel_start();
    norms(n, x, y, result);
    kernel_stop();
    kernel_hash(x, sizeof(double[n]));
    kernel_hash(result, sizeof(result));
    kernel_print(result[3]);
    free(x);
    free(y);
    return 0;
}
