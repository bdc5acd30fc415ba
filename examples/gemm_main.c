/* Calls gemm() of gemm.c on matrices of the order given, prints a checksum on stdout and the seconds on stderr. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

void gemm(int n, int m, int k, double alpha, double beta, double C[restrict n][m], double A[restrict n][k],
          double B[restrict k][m]);

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 400;
    double(*A)[n] = malloc(sizeof(double[n][n])), (*B)[n] = malloc(sizeof(double[n][n])),
    (*C)[n] = malloc(sizeof(double[n][n]));
    if (n <= 0 || !A || !B || !C)
        return 1;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            A[i][j] = (i * 7 + j * 3) % 11 / 11.0;
            B[i][j] = (i * 5 + j * 13) % 17 / 17.0;
            C[i][j] = (i - j) / 3.0;
        }
    double begin = now();
    gemm(n, n, n, 1.5, 0.75, C, A, B);
    double seconds = now() - begin, sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum = sum * 0.999 + C[i][j];
    printf("%a\n", sum);
    fprintf(stderr, "%.3f\n", seconds);
    free(A);
    free(B);
    free(C);
    return 0;
}
