// Sums in a scalar whose last value goes to an element of an array: computed in that element, unless something else uses it.
// run: 1
// run: 7
// run: 70
// bench: 500
#include "../kernel.h"

/* The plain case: a product of matrices by inner products. */
static void product(int n, double A[restrict n][n], double B[restrict n][n], double C[restrict n][n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum += A[i][k] * B[k][j];
            C[i][j] = sum;
        }
#pragma endscop
}

/* Linear subscripts, a condition on the data, and something done to the sum at the end. */
static void positive(int n, const double *restrict A, const double *restrict B, double *restrict C)
{
    double sum;
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            sum = A[i * n + j];
            for (int k = 0; k <= i; k++)
                if (B[k * n + j] > 0)
                    sum += A[i * n + k] * B[k * n + j];
            C[i * n + j] = sum / 2;
        }
#pragma endscop
}

/* The factors of a matrix in its place: the first value is that of the element, and goes back to it. */
static void factors(int n, double A[restrict n][n])
{
    double rest;
#pragma scop
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            rest = A[i][j];
            for (int l = 0; l < j; l++)
                rest -= A[i][l] * A[l][j];
            A[i][j] = rest / A[j][j];
        }
        for (int j = i; j < n; j++) {
            rest = A[i][j];
            for (int l = 0; l < i; l++)
                rest -= A[i][l] * A[l][j];
            A[i][j] = rest;
        }
    }
#pragma endscop
}

/* The sum reads the element that it will be stored to: it stays in its scalar. */
static void in_use(int n, double A[restrict n][n], double C[restrict n][n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum += A[i][k] * C[k][j];
            C[i][j] = sum / n;
        }
#pragma endscop
}

/* The value goes to two elements, changes in between, and is used after the loops. */
static double twice(int n, double A[restrict n][n], double C[restrict n][n])
{
    double sum = 0;
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 1; j < n; j++) {
            sum = 0;
            for (int k = 0; k < n; k++)
                sum += A[i][k] * A[j][k];
            C[i][j - 1] = sum;
            sum = sum * 2 + 1;
            C[i][j] = sum;
        }
#pragma endscop
    return sum;
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 30);
    double(*A)[n] = kernel_doubles((size_t)n * n, -1, 1), (*B)[n] = kernel_doubles((size_t)n * n, -1, 1);
    double(*C)[n] = kernel_zeros((size_t)n * n, sizeof(double)), (*D)[n] = kernel_zeros((size_t)n * n, sizeof(double));
    kernel_start();
    product(n, A, B, C);
    positive(n, &A[0][0], &C[0][0], &D[0][0]);
    for (int i = 0; i < n; i++)
        A[i][i] += n + 1;
    factors(n, A);
    in_use(n, D, C);
    double last = twice(n, A, B);
    kernel_stop();
    kernel_hash(A, sizeof(double[n][n]));
    kernel_hash(B, sizeof(double[n][n]));
    kernel_hash(C, sizeof(double[n][n]));
    kernel_hash(D, sizeof(double[n][n]));
    kernel_print(last);
    free(A);
    free(B);
    free(C);
    free(D);
    return 0;
}
