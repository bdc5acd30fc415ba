/* A file that begins with a byte-order mark and ends its lines with carriage returns, as some editors write it. */
// run: 20000 4
// run: 0 4
// parallel: 2
// kernels: 1
#include <stdio.h>
#include <stdlib.h>

#define SCALE(x) \
    ((x) * 3 +   \
     1)

static int table[2][50000];

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000, shift = argc > 2 ? atoi(argv[2]) : 2;
    for (int i = 0; i < n; i++)
        table[0][i] = SCALE(i) ^ i >> shift;
    /* a comment over
     * lines */
    for (int i = 0; i < n; i++)
        table[1][i] = table[0][n - 1 - i] +
                      SCALE(i);
    long sum = 0;
    for (int i = 0; i < n; i++)
        sum += (long)table[1][i] * i;
    printf("%ld\n", sum);
    return 0;
}
