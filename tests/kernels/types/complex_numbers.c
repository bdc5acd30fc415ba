// Products of complex matrices kept as structures of two numbers, and the transform of each row by its definition.
// run: 1
// run: 6
// run: 32
// gpu: cuda plain
// bench: 400
#include "../kernel.h"

struct complex {
    double re, im;
};

static void multiply(int n, struct complex A[restrict n][n], struct complex B[restrict n][n],
                     struct complex turn[restrict n], struct complex C[restrict n][n], struct complex F[restrict n][n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            C[i][j].re = 0;
            C[i][j].im = 0;
            for (int k = 0; k < n; k++) {
                C[i][j].re += A[i][k].re * B[k][j].re - A[i][k].im * B[k][j].im;
                C[i][j].im += A[i][k].re * B[k][j].im + A[i][k].im * B[k][j].re;
            }
        }
    for (int i = 0; i < n; i++)
        for (int f = 0; f < n; f++) {
            struct complex sum = {0, 0};
            for (int j = 0; j < n; j++) {
                sum.re += C[i][j].re * turn[f * j % n].re - C[i][j].im * turn[f * j % n].im;
                sum.im += C[i][j].re * turn[f * j % n].im + C[i][j].im * turn[f * j % n].re;
            }
            F[i][f] = sum;
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 8);
    size_t cells = (size_t)n * n;
    struct complex(*A)[n] = kernel_doubles(2 * cells, -1, 1), (*B)[n] = kernel_doubles(2 * cells, -1, 1);
    struct complex *turn = kernel_zeros(n, sizeof(struct complex));
    struct complex(*C)[n] = kernel_zeros(cells, sizeof(**C)), (*F)[n] = kernel_zeros(cells, sizeof(**F));
    for (int i = 0; i < n; i++) {
        turn[i].re = cos(-6.283185307179586 * i / n);
        turn[i].im = sin(-6.283185307179586 * i / n);
    }
    kernel_start();
    multiply(n, A, B, turn, C, F);
    kernel_stop();
    kernel_hash(C, sizeof(struct complex[n][n]));
    kernel_hash(F, sizeof(struct complex[n][n]));
    kernel_print(F[n / 2][n / 2].im);
    free(A);
    free(B);
    free(turn);
    free(C);
    free(F);
    return 0;
}
