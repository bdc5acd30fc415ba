// The region is the body of a host loop; the host's iterator is a parameter of the region.
// run: 1 3
// run: 4 5
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void sweep(int steps, int n, float u[2][n])
{
    for (int t = 0; t < steps; t++) {
#pragma scop
        for (int i = 1; i < n - 1; i++)
            u[(t + 1) % 2][i] = u[t % 2][i - 1] + u[t % 2][i + 1];
#pragma endscop
        u[0][0] += 1;
    }
}

int main(int argc, char **argv)
{
    int steps = argc > 1 ? atoi(argv[1]) : 2, n = argc > 2 ? atoi(argv[2]) : 6;
    float u[2][n];
    double sum = 0;
    for (int i = 0; i < n; i++)
        u[0][i] = u[1][i] = i % 3;
    sweep(steps, n, u);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * (u[0][i] + 5 * u[1][i]);
    printf("%.17g\n", sum);
    return 0;
}
