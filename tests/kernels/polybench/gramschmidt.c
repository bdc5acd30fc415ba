// A matrix taken apart into one with orthonormal columns and a triangular one, by Gram's and Schmidt's method.
// run: 1 1
// run: 9 7
// run: 59 43
// bench: 1000 1200
// bench-gpu: 2000 2600
#include "../kernel.h"

static void gramschmidt(int n, int m, double A[restrict n][m], double R[restrict m][m], double Q[restrict n][m])
{
    double square;
#pragma scop
    for (int k = 0; k < m; k++) {
        square = 0.0;
        for (int i = 0; i < n; i++)
            square += A[i][k] * A[i][k];
        R[k][k] = sqrt(square);
        for (int i = 0; i < n; i++)
            Q[i][k] = A[i][k] / R[k][k];
        for (int j = k + 1; j < m; j++) {
            R[k][j] = 0.0;
            for (int i = 0; i < n; i++)
                R[k][j] += Q[i][k] * A[i][j];
            for (int i = 0; i < n; i++)
                A[i][j] = A[i][j] - Q[i][k] * R[k][j];
        }
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 24), m = kernel_size(argc, argv, 2, 20);
    double(*A)[m] = kernel_doubles((size_t)n * m, 0.5, 2), (*Q)[m] = kernel_zeros((size_t)n * m, sizeof(double));
    double(*R)[m] = kernel_zeros((size_t)m * m, sizeof(double));
    kernel_start();
    gramschmidt(n, m, A, R, Q);
    kernel_stop();
    kernel_hash(A, sizeof(double[n][m]));
    kernel_hash(Q, sizeof(double[n][m]));
    kernel_hash(R, sizeof(double[m][m]));
    kernel_print(R[m - 1][m - 1]);
    free(A);
    free(Q);
    free(R);
    return 0;
}
