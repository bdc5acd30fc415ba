// An unsigned char iterator that reaches zero by wrapping at 256.
// run: 1
// run: 2
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void table(int seed, unsigned char *t)
{
#pragma scop
    for (unsigned char c = 200; c != 0; c++)
        t[c] = c ^ seed;
    for (unsigned char c = 250; c >= 200; c += 8)
        t[c] += 1;
#pragma endscop
}

int main(int argc, char **argv)
{
    unsigned char t[256] = {0};
    unsigned sum = 0;
    table(argc > 1 ? atoi(argv[1]) : 5, t);
    for (int i = 0; i < 256; i++)
        sum = 5 * sum + t[i];
    printf("%u\n", sum);
    return 0;
}
