// A temporary is written and read within the same guarded block (004, Listing 3).
// run: 1
// run: 2
// expect: may
#include <stdio.h>
#include <stdlib.h>

static void select_positive(int *A, int *B)
{
    int t = -1;
#pragma scop
    for (int i = 0; i < 100; ++i) {
        if (A[i] > 0) {
            t = A[i];
            B[i] = t;
        }
    }
#pragma endscop
    printf("%d\n", t);
}

int main(int argc, char **argv)
{
    int seed = argc > 1 ? atoi(argv[1]) : 3, A[100], B[100], sum = 0;
    for (int i = 0; i < 100; i++)
        A[i] = (i * seed) % 5 - 2, B[i] = 7;
    select_positive(A, B);
    for (int i = 0; i < 100; i++)
        sum += (i + 1) * B[i];
    printf("%d\n", sum);
    return 0;
}
