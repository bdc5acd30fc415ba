// The comma operator inside a subscript, a condition and a right-hand side.
// run: 0
// run: 5
// expect: may
#include <stdio.h>
#include <stdlib.h>

static void sequence(int n, int *v, int *w)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        v[i] = (w[i] = i, w[i] + 1);
        if ((w[i] += 2, i > 1))
            v[((void)0, i - 1)] = 9;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, v[n + 1], w[n + 1], sum = 0;
    sequence(n, v, w);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * v[i] + 20 * w[i];
    printf("%d\n", sum);
    return 0;
}
