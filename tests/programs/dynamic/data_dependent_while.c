// A while loop whose number of iterations depends on data, inside an affine loop.
// run: 0
// run: 5
// expect: may
#include <stdio.h>
#include <stdlib.h>

static void halve(int n, int *v, int *steps)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        steps[i] = 0;
        while (v[i] > 1) {
            v[i] /= 2;
            steps[i]++;
        }
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, v[n + 1], steps[n + 1], sum = 0;
    for (int i = 0; i < n; i++)
        v[i] = 11 * i;
    halve(n, v, steps);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * (v[i] + 10 * steps[i]);
    printf("%d\n", sum);
    return 0;
}
