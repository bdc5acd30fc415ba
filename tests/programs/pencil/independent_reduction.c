// The marked loop is independent but for a sum that may be taken in any order.
// run: 1
// run: 8
// flags: --pencil
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static float dot(int n, const float *x, const float *y)
{
    float s = 0;
#pragma scop
#pragma pencil independent reduction(+: s)
    for (int i = 0; i < n; i++)
        s += x[i] * y[i];
#pragma endscop
    return s;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3;
    float x[n], y[n];
    for (int i = 0; i < n; i++)
        x[i] = i, y[i] = 1 + i % 2;
    printf("%.9g\n", dot(n, x, y));
    return 0;
}
