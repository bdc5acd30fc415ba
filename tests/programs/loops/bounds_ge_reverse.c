// A loop that counts down with >= 0.
// run: 0
// run: 1
// run: 5
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void suffix_sums(int n, long *v)
{
#pragma scop
    for (int i = n - 2; i >= 0; i--)
        v[i] += v[i + 1];
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3;
    long v[n + 1], sum = 0;
    for (int i = 0; i < n; i++)
        v[i] = i + 1;
    suffix_sums(n, v);
    for (int i = 0; i < n; i++)
        sum = 5 * sum + v[i];
    printf("%ld\n", sum);
    return 0;
}
