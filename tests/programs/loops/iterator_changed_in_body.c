// The body adds to the iterator too, so that the loop steps by three in all.
// run: 0
// run: 1
// run: 8
// expect: may
#include <stdio.h>
#include <stdlib.h>

static void skip(int n, int *v)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        v[i] = 1;
        i += 2;
        v[i] = 2;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, v[n + 3], sum = 0;
    for (int i = 0; i < n + 3; i++)
        v[i] = 0;
    skip(n, v);
    for (int i = 0; i < n + 3; i++)
        sum = 3 * sum + v[i];
    printf("%d\n", sum);
    return 0;
}
