// Iterators of type long and long long with int bounds.
// run: 0
// run: 5
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void wide(int n, long *a, long long *b)
{
#pragma scop
    for (long i = 0; i < n; i++)
        a[i] = i * i;
    for (long long k = n - 1LL; k >= 0; k--)
        b[k] = a[n - 1 - k];
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3;
    long a[n + 1], sum = 0;
    long long b[n + 1];
    wide(n, a, b);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * (a[i] + (long)b[i]);
    printf("%ld\n", sum);
    return 0;
}
