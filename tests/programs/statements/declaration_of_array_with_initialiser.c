// A small array declared with an initialiser list inside the loop body.
// run: 0
// run: 4
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void weigh(int n, const int *in, int *out)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        int w[3] = {in[i], 2 * in[i], 1};
        out[i] = w[0] + w[1] * w[2];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2, in[n + 1], out[n + 1], sum = 0;
    for (int i = 0; i < n; i++)
        in[i] = i + 6;
    weigh(n, in, out);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * out[i];
    printf("%d\n", sum);
    return 0;
}
