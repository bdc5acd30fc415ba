// sizeof an array and of an element as loop bound, and sizeof a type as a factor.
// run: 3
// run: -8
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static int table[12];

static void fill(int first)
{
#pragma scop
    for (unsigned i = 0; i < sizeof(table) / sizeof(table[0]); i++)
        table[i] = first + (int)i;
    for (int i = 0; i < (int)sizeof(short); i++)
        table[4 * sizeof(char) + i] = 99;
#pragma endscop
}

int main(int argc, char **argv)
{
    int sum = 0;
    fill(argc > 1 ? atoi(argv[1]) : 0);
    for (int i = 0; i < 12; i++)
        sum += (i + 1) * table[i];
    printf("%d\n", sum);
    return 0;
}
