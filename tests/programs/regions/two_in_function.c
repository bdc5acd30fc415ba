// Two regions in one function with host code between them.
// run: 0
// run: 1
// run: 7
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void smooth(int n, int *restrict in, int *restrict out)
{
#pragma scop
    for (int i = 0; i < n; i++)
        out[i] = 2 * in[i];
#pragma endscop
    printf("half way\n");
#pragma scop
    for (int i = 0; i < n; i++)
        in[i] = out[i] + 1;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 5, in[n + 1], out[n + 1];
    long sum = 0;
    for (int i = 0; i < n; i++)
        in[i] = 3 * i % 7;
    smooth(n, in, out);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * (in[i] + 10 * out[i]);
    printf("%ld\n", sum);
    return 0;
}
