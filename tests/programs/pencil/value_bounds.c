// A pragma tells the range of the values of an array that serves as subscript.
// run: 1
// run: 9
// flags: --pencil
// expect: may
#include <stdio.h>
#include <stdlib.h>

static void count(int n, int *digit, int *bins)
{
#pragma value_bounds digit 0 9
#pragma scop
    for (int i = 0; i < n; i++)
        bins[digit[i]] += 1;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, digit[n], bins[10] = {0}, sum = 0;
    for (int i = 0; i < n; i++)
        digit[i] = i * i % 10;
    count(n, digit, bins);
    for (int i = 0; i < 10; i++)
        sum = 3 * sum + bins[i];
    printf("%d\n", sum);
    return 0;
}
