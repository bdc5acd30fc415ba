// A hidden function with the const attribute: its result depends on its arguments only.
// run: 0
// run: 5
// oracle: no unknown function
// expect: exact
#include <stdio.h>
#include <stdlib.h>

int mix(int a, int b) __asm__("mix_hidden") __attribute__((const));

static void fill(int n, int *v)
{
#pragma scop
    for (int i = 0; i < n; i++)
        v[i] = mix(i, n) + mix(n, i);
#pragma endscop
}

int mix_hidden(int a, int b)
{
    return 3 * a - b;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, v[n + 1], sum = 0;
    fill(n, v);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * v[i];
    printf("%d\n", sum);
    return 0;
}
