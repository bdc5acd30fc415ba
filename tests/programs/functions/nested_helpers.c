// Helpers that call helpers, three levels deep, with arrays handed down.
// run: 1 1
// run: 3 4
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void set(float *p, float x)
{
    *p = x;
}

static void set_pair(float *a, float *b, int i, float x)
{
    set(&a[i], x);
    set(b + i, -x);
}

static void set_all(int m, float *a, float *b, float x)
{
    for (int i = 0; i < m; i++)
        set_pair(a, b, i, x + i);
}

static void start(int n, int m, float A[n][m], float B[n][m])
{
#pragma scop
    for (int k = 0; k < n; k++)
        set_all(m, A[k], B[n - 1 - k], 10 * k);
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2, m = argc > 2 ? atoi(argv[2]) : 2;
    float A[n][m], B[n][m], sum = 0;
    start(n, m, A, B);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            sum += (5 * i + j + 1) * (A[i][j] + 3 * B[i][j]);
    printf("%.9g\n", sum);
    return 0;
}
