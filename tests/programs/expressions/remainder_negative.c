// The remainder has the sign of the dividend; also a negative divisor.
// run: 0
// run: 2
// run: 9
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void residues(int n, int v[9])
{
#pragma scop
    for (int i = -n; i <= n; i++)
        v[i % 5 + 4] += i;
    for (int i = -n; i <= n; i++)
        v[i % -3 + 4] += 1;
#pragma endscop
}

int main(int argc, char **argv)
{
    int v[9] = {0}, sum = 0;
    residues(argc > 1 ? atoi(argv[1]) : 3, v);
    for (int i = 0; i < 9; i++)
        sum += (i * i + 1) * v[i];
    printf("%d\n", sum);
    return 0;
}
