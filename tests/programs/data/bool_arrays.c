// Arrays of bool and of bit flags in unsigned char.
// run: 0
// run: 9
// expect: exact
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static void marks(int n, bool *even, unsigned char *flags)
{
#pragma scop
    for (int i = 0; i < n; i++)
        even[i] = i % 2 == 0;
    for (int i = 0; i < n; i++) {
        flags[i] |= even[i] << 3;
        even[i] = !even[i];
    }
    for (int i = 0; i < n; i += 3)
        even[i] = true;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, sum = 0;
    bool even[n + 1];
    unsigned char flags[n + 1];
    for (int i = 0; i < n; i++)
        flags[i] = i & 3;
    marks(n, even, flags);
    for (int i = 0; i < n; i++)
        sum = 3 * sum + even[i] + flags[i];
    printf("%d\n", sum);
    return 0;
}
