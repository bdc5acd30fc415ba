// Hexadecimal and octal constants and constants with U, L and LL suffixes.
// run: 0
// run: 20
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void forms(int n, long long *v)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        v[i] = 0x1p3;
        if (i < 0x10)
            v[i] += 010;
        if (i >= 2L)
            v[i + 0LL] += 0xffffffffffLL;
        if (i == 5ll)
            v[i - 1L] -= 1u;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3;
    long long v[n + 1], sum = 0;
    forms(n, v);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * v[i];
    printf("%lld\n", sum);
    return 0;
}
