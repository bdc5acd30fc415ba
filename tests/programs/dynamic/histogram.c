// Counting: a data-dependent element is read and written in each iteration.
// run: 0
// run: 1
// run: 40
// expect: may
#include <stdio.h>
#include <stdlib.h>

static void histogram(int n, const unsigned char *pixel, unsigned bins[16])
{
#pragma scop
    for (int b = 0; b < 16; b++)
        bins[b] = 0;
    for (int i = 0; i < n; i++)
        bins[pixel[i] / 16]++;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3;
    unsigned char pixel[n + 1];
    unsigned bins[16], sum = 0;
    for (int i = 0; i < n; i++)
        pixel[i] = (unsigned char)(i * 37 + 11);
    histogram(n, pixel, bins);
    for (int b = 0; b < 16; b++)
        sum = 3 * sum + bins[b];
    printf("%u\n", sum);
    return 0;
}
