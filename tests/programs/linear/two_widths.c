// One array seen with two different row lengths in the same region.
// run: 2 3
// run: 4 2
// expect: may
#include <stdio.h>
#include <stdlib.h>

static void reshape(int n, int m, int *A)
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            A[i * m + j] = i + j;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            A[i * n + j] *= 3;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2, m = argc > 2 ? atoi(argv[2]) : 2, A[n * m], sum = 0;
    reshape(n, m, A);
    for (int i = 0; i < n * m; i++)
        sum += (i + 1) * A[i];
    printf("%d\n", sum);
    return 0;
}
