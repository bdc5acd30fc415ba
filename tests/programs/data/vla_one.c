// A local variable-length array outside the region, used inside it.
// run: 1
// run: 6
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static long convolve(int n)
{
    int taps[n];
    long total = 0;
#pragma scop
    for (int i = 0; i < n; i++)
        taps[i] = n - i;
    for (int i = 0; i < n; i++)
        total += taps[i] * taps[n - 1 - i];
#pragma endscop
    return total;
}

int main(int argc, char **argv)
{
    printf("%ld\n", convolve(argc > 1 ? atoi(argv[1]) : 3));
    return 0;
}
