// Row length a parameter: the product with the iterator is not affine by itself.
// run: 0 3
// run: 1 1
// run: 4 5
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void fill(int n, int m, double *A)
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            A[i * m + j] = 0.5 * i + j;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, m = argc > 2 ? atoi(argv[2]) : 2;
    double *A = calloc(n * m + 1, sizeof(*A)), sum = 0;
    fill(n, m, A);
    for (int i = 0; i < n * m; i++)
        sum += (i + 1) * A[i];
    printf("%.17g\n", sum);
    free(A);
    return 0;
}
