// Two loops that nothing but the reuse of P keeps in order were made a wavefront, though what may be turned round does not
// go forward in each of them.
// run: 1 0
// run: 6 5
// run: 9 1
// flags: --schedule-fallback=wavefront
#include <stdio.h>
#include <stdlib.h>

static void kernel(int n, int m, double D[10][10], double *restrict P, const int *restrict B)
{
#pragma scop
    for (int i = 0; i < n; i += 2) {
        for (int j = i + 1; j <= n - 2; j++) {
            D[i][j] = 0.125 * (m % 4) + 0.5 * B[i + 1], P[5 * m + (((m - i) % 5 + 5) % 5)] = 0.125 * (m % 3);
        }
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 6, m = argc > 2 ? atoi(argv[2]) : 5, B[16];
    static double D[10][10], P[64];
    for (int i = 0; i < 16; i++)
        B[i] = i * 7 % 17;
    kernel(n, m, D, P, B);
    double sum = 0;
    for (int i = 0; i < 100; i++)
        sum += (i % 11 + 1) * D[i / 10][i % 10] + (i < 64 ? (i % 7 + 3) * P[i] : 0);
    printf("%a\n", sum);
    return 0;
}
