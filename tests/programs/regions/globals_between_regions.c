// Two regions that pass data on through global arrays; host code changes a bound between them.
// run: 0
// run: 2
// run: 9
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static int first[16], second[16];

static void pipeline(int n)
{
#pragma scop
    for (int i = 0; i < n; i++)
        first[i] = i + 1;
#pragma endscop
    n = n / 2;
#pragma scop
    for (int i = 0; i < n; i++)
        second[i] = first[2 * i] - first[2 * i + 1];
#pragma endscop
}

int main(int argc, char **argv)
{
    int sum = 0;
    pipeline(argc > 1 ? atoi(argv[1]) : 4);
    for (int i = 0; i < 16; i++)
        sum += (i + 1) * (first[i] + 100 * second[i]);
    printf("%d\n", sum);
    return 0;
}
