// An unsigned char iterator that visits all residues by a step of 3 and ends where it began.
// run: 4
// run: 9
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void cycle(int value, int *t)
{
#pragma scop
    t[0] = value;
    for (unsigned char c = 3; c != 0; c += 3)
        t[c] = value + c;
#pragma endscop
}

int main(int argc, char **argv)
{
    int t[256] = {0}, sum = 0;
    cycle(argc > 1 ? atoi(argv[1]) : 1, t);
    for (int i = 0; i < 256; i++)
        sum += (i % 9 + 1) * t[i];
    printf("%d\n", sum);
    return 0;
}
