// Array parameters with static, const and restrict inside the brackets.
// run: 1
// run: 5
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void axpy(int n, float alpha, const float x[const restrict static n], float y[restrict static n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        y[i] += alpha * x[i];
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3;
    float x[n], y[n], sum = 0;
    for (int i = 0; i < n; i++)
        x[i] = i * 0.5f, y[i] = 1;
    axpy(n, 2.0f, x, y);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * y[i];
    printf("%.9g\n", sum);
    return 0;
}
