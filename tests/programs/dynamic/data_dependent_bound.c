// A loop bound read from an array; an affine statement follows in the same body.
// run: 1
// run: 5
// expect: may
#include <stdio.h>
#include <stdlib.h>

static void ragged(int n, const int *length, int A[n][8], int *done)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < length[i]; j++)
            A[i][j] = i + j;
        done[i] = 1;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, length[n], A[n][8], done[n], sum = 0;
    for (int i = 0; i < n; i++) {
        length[i] = i * 5 % 9;
        for (int j = 0; j < 8; j++)
            A[i][j] = -1;
    }
    ragged(n, length, A, done);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 8; j++)
            sum += (9 * i + j + 1) * A[i][j] + done[i];
    printf("%d\n", sum);
    return 0;
}
