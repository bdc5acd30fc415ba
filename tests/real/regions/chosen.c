// run: 40 30
// run: 5 5
// run: 4 1
// parallel: 6
// kernels: 3
/* Scalars of a whole function that every way through an iteration assigns before it reads them: by both branches of a condition on
 * data, by a chain of conditions, by a switch written as one. */
#include <stdio.h>
#include <stdlib.h>

static void classify(int n, const int *restrict kind, double *restrict x)
{
    double weight;
    float bias;
    int i;
    for (i = 0; i < n; i++) {
        if (kind[i] == 0) {
            weight = 1;
            bias = 0.5f;
        } else if (kind[i] == 1) {
            weight = x[i] > 2 ? 2 : 3;
            bias = (float)weight;
        } else {
            bias = -1;
            weight = bias * 4;
        }
        x[i] = x[i] * weight + bias;
    }
}

static void upwind(int rows, int cols, const double *restrict flux, const double *restrict density,
                   double *restrict out)
{
    double sign, limited, difference;
    for (int i = 0; i < rows; i++)
        for (int j = 1; j < cols - 1; j++) {
            if (flux[i * cols + j] > 0)
                sign = 1;
            else
                sign = -1;
            difference = density[i * cols + j + 1] - density[i * cols + j - 1];
            limited = difference * sign;
            if (limited < 0)
                limited = 0;
            out[i * cols + j] = sign * limited;
        }
}

/* The value from before is read where neither condition holds: in order. */
static double carried(int n, const int *restrict kind, double *restrict x)
{
    double last = 7;
    for (int i = 0; i < n; i++) {
        if (kind[i] == 0)
            last = i;
        else if (kind[i] == 1)
            last = -i;
        x[i] += last;
    }
    return last;
}

int main(int argc, char **argv)
{
    int rows = argc > 1 ? atoi(argv[1]) : 4, cols = argc > 2 ? atoi(argv[2]) : 4, n = rows * cols;
    double *x = malloc(n * sizeof(*x)), *y = malloc(n * sizeof(*y)), *z = malloc(n * sizeof(*z)), sum = 0;
    int *kind = malloc(n * sizeof(*kind));
    for (int i = 0; i < n; i++) {
        x[i] = i % 7;
        y[i] = i % 5 - 2;
        z[i] = 1;
        kind[i] = i * 3 % 4;
    }
    classify(n, kind, x);
    upwind(rows, cols, y, x, z);
    printf("%g\n", carried(n, kind, x));
    for (int i = 0; i < n; i++)
        sum += (i % 13) * x[i] + (i % 11) * z[i];
    printf("%.17g\n", sum);
    free(x);
    free(y);
    free(z);
    free(kind);
    return 0;
}
