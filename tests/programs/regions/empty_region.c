// A region without any statement, and one that holds only a null statement.
// run: 2
// run: 3
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static int same(int n)
{
#pragma scop
#pragma endscop
    n++;
#pragma scop
    ;
#pragma endscop
    return n;
}

int main(int argc, char **argv)
{
    printf("%d\n", same(argc > 1 ? atoi(argv[1]) : 1));
    return 0;
}
