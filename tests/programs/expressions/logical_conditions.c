// &&, || and ! nested in affine conditions.
// run: 1
// run: 5
// run: 9
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void regions(int n, int A[n][n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            if ((i < 2 || j < 2) && !(i == j))
                A[i][j] = 1;
            else if (i == j || (i + j == n - 1 && i > 0))
                A[i][j] = 2;
            if (!(i > 1 && j > 1) || i - j > 3)
                A[i][j] += 3;
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, A[n][n], sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            A[i][j] = 0;
    regions(n, A);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += (4 * i + j + 1) * A[i][j];
    printf("%d\n", sum);
    return 0;
}
