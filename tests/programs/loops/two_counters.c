// A for statement that advances two variables with a comma; both are affine in the iteration.
// run: 0
// run: 1
// run: 6
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void interleave(int n, int *out, const int *in)
{
    int i, j;
#pragma scop
    for (i = 0, j = 0; i < n; i++, j += 2)
        out[j] = in[i];
#pragma endscop
    printf("%d %d\n", i, j);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, in[n + 1], out[2 * n + 1], sum = 0;
    for (int i = 0; i < n; i++)
        in[i] = i + 3;
    for (int i = 0; i <= 2 * n; i++)
        out[i] = 0;
    interleave(n, out, in);
    for (int i = 0; i <= 2 * n; i++)
        sum += (i + 1) * out[i];
    printf("%d\n", sum);
    return 0;
}
