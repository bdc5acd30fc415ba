// A continue on data makes the inner loop one statement (004, Listing 2).
// run: 3
// run: 100
// expect: may
#include <stdio.h>
#include <stdlib.h>

static int x;

static void count(int *A)
{
#pragma scop
    for (int i = 0; i < 100; ++i) {
        for (int j = 0; j < 100; ++j) {
            if (A[j]) {
                x += 0;
                continue;
            }
            x += 1;
        }
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 50, A[100];
    for (int i = 0; i < 100; i++)
        A[i] = i < n;
    count(A);
    printf("%d\n", x);
    return 0;
}
