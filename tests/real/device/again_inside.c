// run: 40
// run: 1
// kernels: 2
// A function of unknown effect between two loops calls the function that holds them.
#include <stdio.h>
#include <stdlib.h>

void between(int depth, float *v, int n);
void relax(int depth, float *restrict v, int n);

void relax(int depth, float *restrict v, int n)
{
    float w[64];
    for (int t = 0; t < 3; t++) {
        for (int i = 0; i < n; i++)
            w[i] = v[n - 1 - i] * 0.5f + depth;
        for (int i = 0; i < n; i++)
            v[i] += w[i];
        between(depth, v, n);
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 10;
    float v[64];
    for (int i = 0; i < n; i++)
        v[i] = i % 5;
    relax(0, v, n);
    for (int i = 0; i < n; i++)
        printf("%a\n", v[i]);
    return 0;
}
