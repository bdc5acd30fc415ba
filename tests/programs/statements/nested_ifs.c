// Conditions within conditions; an else belongs to the inner if.
// run: 1 1
// run: 4 7
// run: 6 3
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void corners(int n, int m, int A[n][m])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            A[i][j] = 0;
            if (i > 0) {
                if (i < n - 1) {
                    if (j == 0)
                        A[i][j] = 1;
                    else if (j == m - 1)
                        A[i][j] = 2;
                } else {
                    A[i][j] = 3;
                }
            } else if (j > i) {
                A[i][j] += 4;
            }
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2, m = argc > 2 ? atoi(argv[2]) : 2, A[n][m], sum = 0;
    corners(n, m, A);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            sum += (10 * i + j + 1) * A[i][j];
    printf("%d\n", sum);
    return 0;
}
