// for (;;) left by a break on the counter.
// run: 0
// run: 1
// run: 6
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void powers(int n, unsigned *v)
{
#pragma scop
    for (int i = 0;; i++) {
        if (i >= n)
            break;
        v[i] = 1u << i;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3;
    unsigned v[n + 1], sum = 0;
    powers(n, v);
    for (int i = 0; i < n; i++)
        sum = 3 * sum + v[i];
    printf("%u\n", sum);
    return 0;
}
