// All instances of B read the element that A[0] wrote (000, Listing 32, relations (123) and (124)).
// run: 1
// run: 2
// expect: exact
#include <stdio.h>
#include <stdlib.h>
#pragma GCC diagnostic ignored "-Wunused-label"

static void copy(int A[10], int B[11])
{
#pragma scop
    for (int i = 0; i < 10; ++i) {
    A:
        A[i] = B[i];
    B:
        B[i + 1] = A[0];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int seed = argc > 1 ? atoi(argv[1]) : 1, A[10], B[11], sum = 0;
    for (int i = 0; i < 11; i++)
        B[i] = seed * (i + 3);
    copy(A, B);
    for (int i = 0; i < 10; i++)
        sum += (i + 1) * (A[i] + 2 * B[i + 1]);
    printf("%d\n", sum);
    return 0;
}
