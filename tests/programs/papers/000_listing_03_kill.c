// A temporary without explicit kill: declared around the region, not used after it (000, Example 2).
// run: 1
// run: 5
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void f(int n, int A[restrict static n], int B[restrict static n])
{
    int t;

#pragma scop
    for (int i = 0; i < n; ++i) {
        t = A[i];
        B[i] = t;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, A[n], B[n], sum = 0;
    for (int i = 0; i < n; i++)
        A[i] = 7 * i % 5;
    f(n, A, B);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * B[i];
    printf("%d\n", sum);
    return 0;
}
