// The column may reach past the row length, so different iterations may meet in one element.
// flags: --no-run-time-tests
// run: 1 1 1
// run: 3 2 5
// expect: may
#include <stdio.h>
#include <stdlib.h>

static void overlapping(int n, int m, int k, int *A)
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < k; j++)
            A[i * m + j] += i + 2 * j;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2, m = argc > 2 ? atoi(argv[2]) : 2;
    int k = argc > 3 ? atoi(argv[3]) : 2, size = n * m + k, A[size], sum = 0;
    for (int i = 0; i < size; i++)
        A[i] = 1;
    overlapping(n, m, k, A);
    for (int i = 0; i < size; i++)
        sum += (i + 1) * A[i];
    printf("%d\n", sum);
    return 0;
}
