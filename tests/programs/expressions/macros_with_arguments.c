// Function-like macros that make subscripts, bounds and whole statements.
// run: 3 3
// run: 5 4
// expect: exact
#include <stdio.h>
#include <stdlib.h>

#define FOR(i, lo, hi) for (int i = (lo); i < (hi); i++)
#define AT(a, i, j) a[(i)][(j)]
#define STORE(place, value) ((place) = (value))
#define NAME(x) x##_row

static void laplace(int n, int m, float A[n][m], float out_row[n])
{
#pragma scop
    FOR(i, 1, n - 1)
    FOR(j, 1, m - 1)
    STORE(AT(A, i, j), AT(A, i - 1, j) + AT(A, i + 1, j) - 2 * AT(A, i, j));
    FOR(i, 0, n)
    NAME(out)[i] = AT(A, i, m - 1);
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, m = argc > 2 ? atoi(argv[2]) : 3;
    float A[n][m], row[n], sum = 0;
    FOR(i, 0, n)
    FOR(j, 0, m)
    A[i][j] = (i * j) % 5;
    laplace(n, m, A, row);
    FOR(i, 0, n)
    FOR(j, 0, m)
    sum += (i + 2 * j) * A[i][j] + row[i];
    printf("%.9g\n", sum);
    return 0;
}
