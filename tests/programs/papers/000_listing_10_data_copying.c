// A killed array is written under a condition on data (000, Listing 10, Example 7).
// run: 1
// run: 6
// flags: --pencil
// expect: may
#include <pave/pencil.h>
#include <stdio.h>
#include <stdlib.h>

static void copy_positive(int n, int A[static n], const int B[static n])
{
#pragma scop
    __pencil_kill(A);
    for (int i = 0; i < n; i++)
        if (B[i] > 0)
            A[i] = B[i];
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, A[n], B[n], sum = 0;
    for (int i = 0; i < n; i++)
        A[i] = 0, B[i] = i * 5 % 7 - 2;
    copy_positive(n, A, B);
    for (int i = 0; i < n; i++)
        if (B[i] > 0)
            sum += (i + 1) * A[i];
    printf("%d\n", sum);
    return 0;
}
