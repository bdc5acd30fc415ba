// A sum that makes every instance of S depend on the one before it (000, Listing 15, relation (28)).
// run: 0
// run: 1
// run: 5
// expect: exact
#include <stdio.h>
#include <stdlib.h>
#pragma GCC diagnostic ignored "-Wunused-label"

static long s;

__attribute__((const)) static int f(int i, int j)
{
    return 3 * i - j * j;
}

static void sum(int n)
{
#pragma scop
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
        S:
            s += f(i, j);
#pragma endscop
}

int main(int argc, char **argv)
{
    sum(argc > 1 ? atoi(argv[1]) : 3);
    printf("%ld\n", s);
    return 0;
}
