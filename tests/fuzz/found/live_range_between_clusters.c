// The live range of A[i] from the first statement of the last loop to its third leads from one group of statements to another,
// and the writes to A before it were put in any order with it, as if both were in one group.
// run: 1 1
// run: 5 4
// run: 6 6
#include <stdio.h>
#include <stdlib.h>

struct rec {
    int a;
    long c;
};

static double A[7];
static int B[13];
static float C[7][9];

static void kernel(unsigned n, unsigned m, struct rec R[13][8], long D[7])
{
#pragma scop
    for (int i = 1; i <= (int)n - 1; i = i + 3) {
        for (int j = 1; j <= 8; j++) {
            A[i] = C[i][j] = 1;
        }
    }
    for (int i = 1; i <= (int)m - 1; i++) {
        A[i] = 1;
        R[i][((int)n % 3)].c = (B[i]) & 1023, D[i] = ((~B[n] >> 1) + B[i] - R[i + i][i + 1].a) & 1023;
        A[i] = 0.5 * ((R[2 * i][i + 1].c - B[2 * i] % 7) & 7) - 0.5 * A[i];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 5, m = argc > 2 ? atoi(argv[2]) : 4;
    static struct rec R[13][8];
    static long D[7];
    for (int i = 0; i < 13; i++)
        B[i] = i * 7 % 17;
    for (int i = 0; i < 13 * 8; i++)
        R[i / 8][i % 8].a = i * 5 % 13, R[i / 8][i % 8].c = i * 3 % 29;
    kernel(n, m, R, D);
    double sum = 0;
    for (int i = 0; i < 7; i++)
        sum += (i + 1) * A[i] + (i + 3) * D[i] + (i + 2) * C[i][i + 1] + (i + 5) * R[i][n % 3].c;
    printf("%a\n", sum);
    return 0;
}
