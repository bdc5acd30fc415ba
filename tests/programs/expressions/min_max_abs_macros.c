// Macros for minimum, maximum and absolute value in subscripts: borders are repeated.
// run: 1
// run: 2
// run: 6
// expect: exact
#include <stdio.h>
#include <stdlib.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define ABS(a) ((a) < 0 ? -(a) : (a))

static void borders(int n, const int *in, int *out)
{
#pragma scop
    for (int i = 0; i < n; i++)
        out[i] = in[MAX(i - 1, 0)] + in[MIN(i + 1, n - 1)];
    for (int i = 0; i < n; i++)
        out[ABS(n / 2 - i)] += 100;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, in[n], out[n], sum = 0;
    for (int i = 0; i < n; i++)
        in[i] = i + 1;
    borders(n, in, out);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * out[i];
    printf("%d\n", sum);
    return 0;
}
