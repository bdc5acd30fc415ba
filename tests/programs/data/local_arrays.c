// Arrays declared in loop bodies, one of constant and one of variable size.
// run: 1 2
// run: 3 5
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void medians(int n, int m, int A[n][m], int *out)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        int line[m];
        int ends[2];
        for (int j = 0; j < m; j++)
            line[j] = A[i][m - 1 - j];
        ends[0] = line[0];
        ends[1] = line[m - 1];
        out[i] = 0;
        for (int j = 0; j < m; j++)
            out[i] += j * line[j] + ends[j % 2];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, m = argc > 2 ? atoi(argv[2]) : 3, A[n][m], out[n], sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            A[i][j] = 3 * i + j;
    medians(n, m, A, out);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * out[i];
    printf("%d\n", sum);
    return 0;
}
