// A function out of sight may change a global integer that only the body of another function names.
// run: 1
// run: 4
// oracle: no unknown function
// expect: may
#include <stdio.h>
#include <stdlib.h>

static int scale = 2;

void change(void) __asm__("change_hidden");

static void fill(int n, int *A)
{
    for (int i = 0; i < n; i++)
        A[i] = scale + i;
}

static void run(int n, int A[restrict static n], int B[restrict static n])
{
#pragma scop
    fill(n, A);
    change();
    fill(n, B);
#pragma endscop
}

void change_hidden(void)
{
    scale = scale * 3 + 1;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, A[n], B[n], sum = 0;
    run(n, A, B);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * (A[i] + 3 * B[i]);
    printf("%d %d\n", sum, scale);
    return 0;
}
