// A pointer declared in the region as another name for a row of an array.
// run: 1 2
// run: 3 4
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void rowwise(int n, int m, int A[n][m], int out[n][m])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        int *row = A[i];
        int *const dest = out[n - 1 - i];
        for (int j = 0; j < m; j++)
            dest[j] = row[j] + 1;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, m = argc > 2 ? atoi(argv[2]) : 3;
    int A[n][m], out[n][m], sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            A[i][j] = 6 * i + j;
    rowwise(n, m, A, out);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            sum += (5 * i + j + 1) * out[i][j];
    printf("%d\n", sum);
    return 0;
}
