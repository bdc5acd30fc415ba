// Only part of each row is used; the bounds still keep the column below the row length.
// run: 1
// run: 5
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void lower(int n, long *A)
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            A[i * n + j] += A[j * n + i];
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3;
    long A[n * n], sum = 0;
    for (int i = 0; i < n * n; i++)
        A[i] = i % 6;
    lower(n, A);
    for (int i = 0; i < n * n; i++)
        sum += (i + 1) * A[i];
    printf("%ld\n", sum);
    return 0;
}
