// Rows of ld elements where k <= ld, which the code tests; strides where step >= 1; both where rows are longer than n.
// run: 1 1 1
// run: 3 5 2
// run: 4 4 4
#include <stdio.h>
#include <stdlib.h>

static void rows(int n, int ld, int k, int *A)
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < k; j++)
            A[i * ld + j] += i + 2 * j;
#pragma endscop
}

static void strided(int n, int step, int *A)
{
#pragma scop
    for (int i = 0; i < n; i++)
        A[i * step] += i;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2, m = argc > 2 ? atoi(argv[2]) : 2;
    int k = argc > 3 ? atoi(argv[3]) : 2, size = n * m + k, A[size], sum = 0;
    for (int i = 0; i < size; i++)
        A[i] = 1;
    rows(n, m, k, A);
    strided(n, m, A);
    for (int i = 0; i < size; i++)
        sum += (i + 1) * A[i];
    printf("%d\n", sum);
    return 0;
}
