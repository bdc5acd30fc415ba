// Pointers that move: in a loop unrolled by two with a remainder, by a row, downwards, up to an end.
// run: 0 3
// run: 5 1
// run: 6 4
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static long work(unsigned n, int m, int *to, const int *from, const int *end)
{
    const int *start = from;
#pragma scop
    unsigned pairs = n >> 1;
    while (pairs > 0) {
        *to++ = *from++ + 1;
        *to++ = *from++ + 2;
        pairs--;
    }
    if (n & 1)
        *to = *from + 3;
    to += n & 1;
    for (int i = 0; i < m; i++) {
        int *row = to + 3;
        for (int j = 0; j < 3; j++)
            *--row = i * j;
        to += 4;
    }
    for (; from < end; from++)
        *to++ = *from;
#pragma endscop
    return (long)(from - start) + to[-1];
}

int main(int argc, char **argv)
{
    unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 5;
    int m = argc > 2 ? atoi(argv[2]) : 2, sum = 0;
    int from[n + 5], out[2 * n + 4 * (unsigned)m + 10];
    for (unsigned i = 0; i < n + 5; i++)
        from[i] = (int)i * 3;
    for (unsigned i = 0; i < 2 * n + 4 * (unsigned)m + 10; i++)
        out[i] = 0;
    printf("%ld\n", work(n, m, out, from, from + n + 4));
    for (unsigned i = 0; i < 2 * n + 4 * (unsigned)m + 10; i++)
        sum = (3 * sum + out[i]) % 100003;
    printf("%d\n", sum);
    return 0;
}
