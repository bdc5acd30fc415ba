// The context leaves one tile, whose loops have no iterators then. The number of the tile was asked of the instances alone: it has
// several values without the context, and the kernel lost its shared memory and registers.
// run: 0
// run: 6
// run: 8
// flags: --ctx=[n]->{:0<=n<=8} --device=h200
#include <stdio.h>
#include <stdlib.h>

static void kernel(int n, double E[restrict 8], int C[restrict 8][8], const int B[restrict 16])
{
#pragma scop
    for (int i = 0; i <= n - 2; i++)
        for (int j = 1; j <= i; j++)
            E[i] = 2.25 + 0.5 * B[2 * j] - 0.25 * C[j][i] - 0.125 * E[i];
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 6, B[16];
    static int C[8][8];
    double E[8], sum = 0;
    for (int i = 0; i < 64; i++)
        B[i % 16] = C[i / 8][i % 8] = i * 7 % 17;
    for (int i = 0; i < 8; i++)
        E[i] = i * 0.5;
    kernel(n, E, C, B);
    for (int i = 0; i < 8; i++)
        sum += (i % 5 + 1) * E[i];
    printf("%a\n", sum);
    return 0;
}
