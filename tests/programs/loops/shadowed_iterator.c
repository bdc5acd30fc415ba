// The inner loop declares an iterator with the name of the outer one.
// run: 0
// run: 1
// run: 5
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void shadow(int n, int *v, int *w)
{
    int i = 1000;
#pragma scop
    for (int i = 0; i < n; i++) {
        for (int i = 0; i < n; i++)
            w[i] += i;
        v[i] = i;
    }
    v[n] = i;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, v[n + 1], w[n + 1], sum = 0;
    for (int i = 0; i <= n; i++)
        w[i] = 0;
    shadow(n, v, w);
    for (int i = 0; i <= n; i++)
        sum += (i + 1) * v[i] + 7 * w[i];
    printf("%d\n", sum);
    return 0;
}
