// An assumption about data: allowed anywhere, of no use to the model, without effect on accesses.
// run: 1
// run: 5
// flags: --pencil
// expect: may
#include <pave/pencil.h>
#include <stdio.h>
#include <stdlib.h>

static void gather(int n, const int *index, const int *from, int *to)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        __pencil_assume(index[i] >= 0 && index[i] < n);
        to[i] = from[index[i]];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, index[n], from[n], to[n], sum = 0;
    for (int i = 0; i < n; i++)
        index[i] = (i + 2) % n, from[i] = i * i;
    gather(n, index, from, to);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * to[i];
    printf("%d\n", sum);
    return 0;
}
