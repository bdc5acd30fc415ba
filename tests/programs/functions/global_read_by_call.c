// Calls that stay calls read a global integer that the region writes: the last write before each call counts.
// run: 1
// run: 4
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static int scale;

void fill(int n, int *A)
{
    for (int i = 0; i < n; i++)
        A[i] = scale + i;
}

void fill_twice(int n, int *A)
{
    fill(n, A);
    A[0] += 1;
}

static void run(int n, int A[restrict static n], int B[restrict static n])
{
#pragma scop
    scale = 5;
    fill(n, A);
    scale = 7;
    fill_twice(n, B);
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, A[n], B[n], sum = 0;
    run(n, A, B);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * (A[i] + 3 * B[i]);
    printf("%d %d\n", sum, scale);
    return 0;
}
