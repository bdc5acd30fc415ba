// while (1) with a counter kept by the body and a break in the middle of it.
// run: 0
// run: 3
// expect: may
#include <stdio.h>
#include <stdlib.h>

static void halves(int n, int *a, int *b)
{
    int i = 0;
#pragma scop
    while (1) {
        a[i] = i;
        if (i == n)
            break;
        b[i] = a[i] + 1;
        i++;
    }
#pragma endscop
    printf("%d\n", i);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2, a[n + 1], b[n + 1], sum = 0;
    halves(n, a, b);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * b[i] + a[i + 1];
    printf("%d\n", sum);
    return 0;
}
