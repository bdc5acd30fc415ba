// run: 24
// run: 5
// gcc: -fopenmp
// parallel: 2
// says: the thread-local variable 'scratch' is not supported in a region
// Variables that a directive in an included file gives to every thread: no other thread may write them.
#include "private_header.h"
#include <stdio.h>
#include <stdlib.h>

static void prepare(int n)
{
    for (int i = 0; i < n; i++)
        scratch[i] = i + 0.5;
    for (int i = 0; i < n; i++)
        table[i] = 2 * i;
}

static double apply(int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        table[i] += 1;
    for (int i = 0; i < n; i++)
        sum += scratch[i] * table[i];
    return sum;
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]);
    prepare(n);
    printf("%a\n", apply(n));
    return argc < 2;
}
