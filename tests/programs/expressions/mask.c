// i & (2^k - 1) as a remainder in subscripts and conditions, also for a negative operand.
// run: 0
// run: 6
// run: 19
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void ring(int n, int v[8])
{
#pragma scop
    for (int i = 0; i < n; i++)
        v[i & 7] += i;
    for (int i = 0; i < n; i++)
        v[(i - 3) & 3] -= 1;
    for (int i = 0; i < 8; i++)
        if ((i & 1) == 1)
            v[i] *= 2;
#pragma endscop
}

int main(int argc, char **argv)
{
    int v[8] = {0}, sum = 0;
    ring(argc > 1 ? atoi(argv[1]) : 3, v);
    for (int i = 0; i < 8; i++)
        sum += (i + 1) * v[i];
    printf("%d\n", sum);
    return 0;
}
