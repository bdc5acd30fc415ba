// A shrinking time-skewed domain: two inner bounds depend on the outer iterator.
// run: 1 5
// run: 3 8
// run: 4 4
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void cone(int steps, int n, float A[steps + 1][n])
{
#pragma scop
    for (int t = 1; t <= steps; t++)
        for (int i = t; i < n - t; i++)
            A[t][i] = A[t - 1][i - 1] + A[t - 1][i] + A[t - 1][i + 1];
#pragma endscop
}

int main(int argc, char **argv)
{
    int steps = argc > 1 ? atoi(argv[1]) : 2, n = argc > 2 ? atoi(argv[2]) : 6;
    float A[steps + 1][n], sum = 0;
    for (int t = 0; t <= steps; t++)
        for (int i = 0; i < n; i++)
            A[t][i] = i % 4;
    cone(steps, n, A);
    for (int t = 0; t <= steps; t++)
        for (int i = 0; i < n; i++)
            sum += (t + i) * A[t][i];
    printf("%.9g\n", sum);
    return 0;
}
