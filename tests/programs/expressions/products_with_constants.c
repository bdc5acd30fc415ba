// Products that are affine because one side is a constant, a macro or a const variable.
// run: 0
// run: 4
// expect: exact
#include <stdio.h>
#include <stdlib.h>

#define WIDTH 3

static void spread(int n, int *v)
{
    const int gap = 2;
#pragma scop
    for (int i = 0; i < n; i++) {
        v[WIDTH * i] = 1;
        v[(i + 1) * 3 - 2] = i;
        v[i * gap] += 5;
        v[3 * (2 * i - i) + (4 - 2)] = 2 * (n - i);
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, v[3 * n + 1], sum = 0;
    for (int i = 0; i <= 3 * n; i++)
        v[i] = 0;
    spread(n, v);
    for (int i = 0; i <= 3 * n; i++)
        sum += (i + 1) * v[i];
    printf("%d\n", sum);
    return 0;
}
