// Elements of a union type used through one member only.
// run: 0
// run: 4
// expect: exact
#include <stdio.h>
#include <stdlib.h>

union word {
    unsigned whole;
    unsigned char byte[4];
};

static void load(int n, union word *w)
{
#pragma scop
    for (int i = 0; i < n; i++)
        w[i].whole = 17u * i;
    for (int i = 1; i < n; i++)
        w[i].whole += w[i - 1].whole;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3;
    unsigned sum = 0;
    union word w[n + 1];
    load(n, w);
    for (int i = 0; i < n; i++)
        sum = 3 * sum + w[i].whole;
    printf("%u\n", sum);
    return 0;
}
