// A function that calls itself takes the place of its call once; the call inside stays one of unknown effect.
// run: 0
// run: 4
// expect: may
#include <stdio.h>
#include <stdlib.h>

static void count_down(int n, int *A)
{
    A[n] = n * n;
    if (n > 0)
        count_down(n - 1, A);
}

static void run(int n, int A[restrict static n + 1])
{
#pragma scop
    count_down(n, A);
    for (int i = 0; i < n; i++)
        A[i] += A[i + 1];
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, A[n + 1], sum = 0;
    run(n, A);
    for (int i = 0; i <= n; i++)
        sum += (i + 1) * A[i];
    printf("%d\n", sum);
    return 0;
}
