// A hidden function with the pure attribute reads an array and writes nothing.
// run: 0
// run: 5
// oracle: no unknown function
// expect: may
#include <stdio.h>
#include <stdlib.h>

long total(int n, const int *v) __asm__("total_hidden") __attribute__((pure));

static void prefixes(int n, const int *v, long *out)
{
#pragma scop
    for (int i = 0; i < n; i++)
        out[i] = total(i + 1, v);
#pragma endscop
}

long total_hidden(int n, const int *v)
{
    long sum = 0;
    for (int i = 0; i < n; i++)
        sum += v[i];
    return sum;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, v[n + 1];
    long out[n + 1], sum = 0;
    for (int i = 0; i < n; i++)
        v[i] = 2 * i + 1;
    prefixes(n, v, out);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * out[i];
    printf("%ld\n", sum);
    return 0;
}
