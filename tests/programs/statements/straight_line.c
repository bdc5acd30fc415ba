// A region without loops: plain assignments to scalars and elements.
// run: 3
// run: -4
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static int last;

static void mix(int x, int A[4])
{
#pragma scop
    A[0] = x;
    A[1] = A[0] + 1;
    A[2] = A[0] * A[1];
    last = A[2] - A[1];
    A[3] = last;
#pragma endscop
}

int main(int argc, char **argv)
{
    int A[4];
    mix(argc > 1 ? atoi(argv[1]) : 1, A);
    printf("%d %d %d %d %d\n", A[0], A[1], A[2], A[3], last);
    return 0;
}
