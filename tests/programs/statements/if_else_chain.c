// A chain of else-ifs on the iterator; exactly one arm runs in each iteration.
// run: 0
// run: 3
// run: 10
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void classify(int n, char *kind)
{
#pragma scop
    for (int i = 0; i < n; i++)
        if (i == 0)
            kind[i] = 'a';
        else if (i < 3)
            kind[i] = 'b';
        else if (i == n - 1)
            kind[i] = 'z';
        else
            kind[i] = 'm';
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2;
    char kind[n + 1];
    classify(n, kind);
    kind[n] = 0;
    printf("[%s]\n", kind);
    return 0;
}
