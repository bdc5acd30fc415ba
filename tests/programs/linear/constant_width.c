// A two-dimensional array stored in one dimension with a constant row length.
// run: 0
// run: 1
// run: 4
// expect: exact
#include <stdio.h>
#include <stdlib.h>

#define WIDTH 6

static void fill(int n, int *A)
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < WIDTH; j++)
            A[i * WIDTH + j] = i - j;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, A[n * WIDTH + 1], sum = 0;
    fill(n, A);
    for (int i = 0; i < n * WIDTH; i++)
        sum += (i + 1) * A[i];
    printf("%d\n", sum);
    return 0;
}
