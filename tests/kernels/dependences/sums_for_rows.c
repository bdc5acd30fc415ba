// Sums in a scalar inside of a loop that goes along rows: with a sum for each of its iterations it becomes the innermost one.
// worse-than-isl: the outer bands are deeper, since all four statements of the first region share one
// run: 1 1
// run: 7 9
// run: 60 70
// bench: 500 600
#include "../kernel.h"

/* One sum for each element that goes into an update, whose element the loop for other elements updates as well. */
static void symmetric(int n, int m, double C[restrict n][m], double A[restrict n][n], double B[restrict n][m])
{
    double above;
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            above = 0;
            for (int l = 0; l < i; l++) {
                C[l][j] += 1.5 * B[i][j] * A[i][l];
                above += B[l][j] * A[i][l];
            }
            C[i][j] = 1.25 * C[i][j] + 1.5 * B[i][j] * A[i][i] + 1.5 * above;
        }
#pragma endscop
}

/* Two sums, the second from the first; the loop starts later from row to row; the values are changed before they are stored. */
static void deviations(int n, int m, double B[restrict n][m], float out[restrict m])
{
#pragma scop
    for (int j = 2; j < m; j++) {
        double sum = 0, squares = 0;
        for (int i = 0; i < n; i++)
            sum += B[i][j];
        sum /= n;
        for (int i = 0; i < n; i++)
            squares += (B[i][j] - sum) * (B[i][j] - sum);
        if (squares < 1e-3)
            squares = 1e-3;
        out[j] = (float)(squares / n);
    }
#pragma endscop
}

/* The sum is read after the loops: it stays alone. */
static double last_sum(int n, int m, double A[restrict n][n], double B[restrict n][m], float out[restrict m])
{
    double sum = 0;
#pragma scop
    for (int j = 0; j < m; j++) {
        sum = 0;
        for (int i = 0; i < n; i++)
            sum += B[i][j] * A[i][0];
        out[j] += (float)sum;
    }
#pragma endscop
    return sum;
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 20), m = kernel_size(argc, argv, 2, 24);
    double(*A)[n] = kernel_doubles((size_t)n * n, -1, 1), (*B)[m] = kernel_doubles((size_t)n * m, -1, 1);
    double(*C)[m] = kernel_doubles((size_t)n * m, -1, 1);
    float *out = kernel_zeros(m, sizeof(float));
    kernel_start();
    symmetric(n, m, C, A, B);
    deviations(n, m, B, out);
    double last = last_sum(n, m, A, B, out);
    kernel_stop();
    kernel_hash(C, sizeof(double[n][m]));
    kernel_hash(out, sizeof(float[m]));
    kernel_print(last);
    free(A);
    free(B);
    free(C);
    free(out);
    return 0;
}
