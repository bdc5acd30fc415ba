// Every compound assignment operator; each one reads and writes its left side.
// run: 0
// run: 1
// run: 6
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void update(int n, unsigned *u)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        u[i] += 5;
        u[i] -= 1;
        u[i] *= 3;
        u[i] /= 2;
        u[i] %= 1000;
        u[i] <<= 2;
        u[i] >>= 1;
        u[i] &= 0xfff;
        u[i] |= 1;
        u[i] ^= 0x55;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3;
    unsigned u[n + 1], sum = 0;
    for (int i = 0; i < n; i++)
        u[i] = 37u * i;
    update(n, u);
    for (int i = 0; i < n; i++)
        sum = 31 * sum + u[i];
    printf("%u\n", sum);
    return 0;
}
