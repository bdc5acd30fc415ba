// Break and continue in the same loop, and a break that ends an outer loop step.
// run: 1
// run: 5
// run: 8
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void stairs(int n, int A[n][n])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        if (i % 3 == 1)
            continue;
        for (int j = 0; j < n; j++) {
            if (j > i)
                break;
            if (j == i - 1)
                continue;
            A[i][j] = i * j;
        }
        A[i][n - 1] -= 5;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, A[n][n], sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            A[i][j] = 1;
    stairs(n, A);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += (4 * i + j + 1) * A[i][j];
    printf("%d\n", sum);
    return 0;
}
