// __pencil_def and __pencil_use stand for writes and reads the source does not show.
// run: 1
// run: 5
// flags: --pencil
// oracle: no use and def have no accesses at run time
// expect: may
#include <pave/pencil.h>
#include <stdio.h>
#include <stdlib.h>

static void stage(int n, int *in, int *out)
{
#pragma scop
    __pencil_def(in[0]);
    for (int i = 0; i < n; i++)
        out[i] = 2 * in[i];
    __pencil_use(out);
    for (int i = 0; i < n; i++)
        out[i] += 1;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, in[n], out[n], sum = 0;
    for (int i = 0; i < n; i++)
        in[i] = 4 - i;
    stage(n, in, out);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * out[i];
    printf("%d\n", sum);
    return 0;
}
