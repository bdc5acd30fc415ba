// A do loop that runs at least once and ends on data.
// run: 1
// run: 6
// expect: may
#include <stdio.h>
#include <stdlib.h>

static void collatz(int n, long *v)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        long x = v[i];
        do
            x = x % 2 == 0 ? x / 2 : 3 * x + 1;
        while (x > 8);
        v[i] = x;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3;
    long v[n], sum = 0;
    for (int i = 0; i < n; i++)
        v[i] = 5 * i + 3;
    collatz(n, v);
    for (int i = 0; i < n; i++)
        sum = 9 * sum + v[i];
    printf("%ld\n", sum);
    return 0;
}
