// No pragmas: the loops are found, inside a function that also prints and allocates.
// run: 1
// run: 8
// run: 50
// flags: --autodetect
#include "../kernel.h"

static double trace_of_powers(int n, int powers, double A[restrict n][n])
{
    double(*P)[n] = kernel_zeros((size_t)n * n, sizeof(double));
    double(*next)[n] = kernel_zeros((size_t)n * n, sizeof(double));
    double trace = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            P[i][j] = i == j ? 1.0 : 0.0;
    printf("%d powers\n", powers);
    for (int p = 0; p < powers; p++) {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                next[i][j] = 0;
                for (int k = 0; k < n; k++)
                    next[i][j] += P[i][k] * A[k][j];
            }
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                P[i][j] = next[i][j] / n;
        for (int i = 0; i < n; i++)
            trace += P[i][i];
    }
    kernel_hash(P, sizeof(double[n][n]));
    free(P);
    free(next);
    return trace;
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 8);
    double(*A)[n] = kernel_doubles((size_t)n * n, -1, 1);
    kernel_start();
    double trace = trace_of_powers(n, 3, A);
    kernel_stop();
    kernel_print(trace);
    free(A);
    return 0;
}
