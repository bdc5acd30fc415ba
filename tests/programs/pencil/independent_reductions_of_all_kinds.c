// Several reductions on one loop: sum, product, maximum by a conditional update, bitwise or.
// run: 1
// run: 6
// flags: --pencil
// expect: may
#include <stdio.h>
#include <stdlib.h>

static void statistics(int n, const int *v)
{
    int sum = 0, product = 1, most = 0, bits = 0;
#pragma scop
#pragma pencil independent reduction(+: sum) reduction(*: product) reduction(max: most) reduction(|: bits)
    for (int i = 0; i < n; i++) {
        sum += v[i];
        product *= v[i];
        if (v[i] > most)
            most = v[i];
        bits |= v[i];
    }
#pragma endscop
    printf("%d %d %d %d\n", sum, product, most, bits);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, v[n];
    for (int i = 0; i < n; i++)
        v[i] = i * 3 % 7 + 1;
    statistics(n, v);
    return 0;
}
