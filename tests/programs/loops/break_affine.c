// Breaks on affine conditions at the head, in the middle and at the end of the body.
// run: 1 1
// run: 5 3
// run: 6 9
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void cut(int n, int k, int A[n][n])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            if (j > k)
                break;
            A[i][j] = 1;
            if (i + j >= k)
                break;
            A[i][j] += 2;
        }
        if (i == k + 1)
            break;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, k = argc > 2 ? atoi(argv[2]) : 1, A[n][n], sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            A[i][j] = 0;
    cut(n, k, A);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += (4 * i + j + 1) * A[i][j];
    printf("%d\n", sum);
    return 0;
}
