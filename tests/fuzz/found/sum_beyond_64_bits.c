// That m - n + 6 fits 64 bits was checked with a sum of n that does not.
// run: 3 0
// run: 7 6
// run: 5 4
// flags: --no-reschedule
#include <stdio.h>
#include <stdlib.h>

static void kernel(long n, short m, double E[11], int B[13], double D[12][14])
{
#pragma scop
    for (int i = 2; i <= (int)n - 1; i++) {
        E[i] = 3.25 + 0.25 * B[2 * i - 2];
    }
    for (int i = 0; i <= (int)m - 2; i++) {
        for (long j = 0; j <= (int)n - 1; j++) {
            B[i] = ((int)D[m - n + 6][2 * j] + ((int)D[i + 1][j] & 15) * (n + m)) & 1023;
        }
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 7, m = argc > 2 ? atoi(argv[2]) : 6, B[13];
    static double D[12][14], E[11];
    for (int i = 0; i < 13; i++)
        B[i] = i * 7 % 17;
    for (int i = 0; i < 12 * 14; i++)
        D[i / 14][i % 14] = i * 3 % 29;
    kernel(n, m, E, B, D);
    double sum = 0;
    for (int i = 0; i < 11; i++)
        sum += (i % 7 + 1) * E[i] + (i % 5 + 2) * B[i];
    printf("%a\n", sum);
    return 0;
}
