// Durbin's recursion with labels A to J (000, Listing 34; schedules in Listings 35 and 36).
// run: 1
// run: 2
// run: 6
// expect: exact
#include <stdio.h>
#include <stdlib.h>
#pragma GCC diagnostic ignored "-Wunused-label"

#define SCALAR_VAL(x) x

static void durbin(int n, const double *restrict r, double *restrict y, double *restrict z)
{
    double alpha, beta, sum;
    int i, k;
#pragma scop
A: y[0] = -r[0];
B: beta = SCALAR_VAL(1.0);
C: alpha = -r[0];
    for (k = 1; k < n; k++) {
    D: beta = (1 - alpha * alpha) * beta;
    E: sum = SCALAR_VAL(0.0);
        for (i = 0; i < k; i++) {
        F: sum += r[k - i - 1] * y[i];
        }
    G: alpha = -(r[k] + sum) / beta;
        for (i = 0; i < k; i++) {
        H: z[i] = y[i] + alpha * y[k - i - 1];
        }
        for (i = 0; i < k; i++) {
        I: y[i] = z[i];
        }
    J: y[k] = alpha;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3;
    double r[n], y[n], z[n], total = 0;
    for (int i = 0; i < n; i++)
        r[i] = 0.5 / (i + 1), z[i] = 0;
    durbin(n, r, y, z);
    for (int i = 0; i < n; i++)
        total += (i + 1) * (y[i] + 2 * z[i]);
    printf("%.17g\n", total);
    return 0;
}
