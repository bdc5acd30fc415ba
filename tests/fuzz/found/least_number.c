// The size of B depends on a sum that is at least -2^63, which was written as a number that does not fit: 2^63 with a sign.
// run: 1 0
// run: 4 3
// run: 9 7
#include <stdio.h>
#include <stdlib.h>

static void kernel(long m, int *restrict B, const int *restrict A)
{
    int c = 0;
#pragma scop
    for (int i = 0; i <= (int)m - 1; i++) {
        B[i] = (((c + m) < 2 && A[i] > 6 ? c - i : -10) + (B[i] >= 5 ? A[i] : B[i])) & 1023;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4, m = argc > 2 ? atoi(argv[2]) : 3, A[16], B[16];
    for (int i = 0; i < 16; i++)
        A[i] = (i + n) * 7 % 17, B[i] = i * 5 % 13;
    kernel(m, B, A);
    for (int i = 0; i < 16; i++)
        printf("%d ", B[i]);
    printf("\n");
    return 0;
}
