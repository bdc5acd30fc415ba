// Two producers, each followed by many consumers over different parameters (000, Listing 18, (70)).
// run: 0 0
// run: 3 5
// oracle: no unknown function
// expect: exact
#include <stdio.h>
#include <stdlib.h>
#pragma GCC diagnostic ignored "-Wunused-label"

int f1(void) __asm__("f1_hidden");

static void spread(int n, int m, int *restrict A, int *restrict B)
{
    int a, b;
#pragma scop
A:
    a = f1();
    for (int i = 0; i < n; ++i)
    B:
        A[i] = a;
C:
    b = f1();
    for (int i = 0; i < m; ++i)
    D:
        B[i] = b;
#pragma endscop
}

int f1_hidden(void)
{
    return 17;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, m = argc > 2 ? atoi(argv[2]) : 2, A[n + 1], B[m + 1], sum = 0;
    spread(n, m, A, B);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * A[i];
    for (int i = 0; i < m; i++)
        sum -= (i + 3) * B[i];
    printf("%d\n", sum);
    return 0;
}
