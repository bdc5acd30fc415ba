// The unsigned countdown idiom: the loop ends when the iterator wraps below zero.
// run: 0
// run: 1
// run: 6
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void mirror(unsigned n, unsigned *a, unsigned *b)
{
#pragma scop
    for (unsigned i = n - 1; i < n; i--)
        b[n - 1 - i] = a[i];
#pragma endscop
}

int main(int argc, char **argv)
{
    unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 3, a[n + 1], b[n + 1], sum = 0;
    for (unsigned i = 0; i < n; i++)
        a[i] = i * i + 1;
    mirror(n, a, b);
    for (unsigned i = 0; i < n; i++)
        sum = 3 * sum + b[i];
    printf("%u\n", sum);
    return 0;
}
