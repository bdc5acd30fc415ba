// The last iteration uses a variable that each iteration of a parallel loop has of its own: its parts stay in one loop.
// run: 1
// run: 2
// run: 37
// run: 3000
#include <stdio.h>
#include <stdlib.h>

static void scale(int n, const int *in, int *out, int *last)
{
    int t;
#pragma scop
    for (int i = 0; i < n; i++) {
        t = 3 * in[i] + 1;
        out[i] = t * t;
        if (i == n - 1)
            last[0] = t;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, in[n + 1], out[n + 1], last = -1, sum = 0;
    for (int i = 0; i < n; i++)
        in[i] = i * 5 % 11 - 4;
    scale(n, in, out, &last);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * out[i];
    printf("%d %d\n", sum, last);
    return 0;
}
