// Continues on affine conditions, one of them inside an else arm.
// run: 0
// run: 4
// run: 9
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void skip(int n, int *v)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        if (i == 2)
            continue;
        v[i] = 1;
        if (i < n - 3) {
            v[i] += 2;
        } else {
            if (i > 5)
                continue;
            v[i] += 4;
        }
        v[i] += 8;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, v[n + 1], sum = 0;
    for (int i = 0; i < n; i++)
        v[i] = 0;
    skip(n, v);
    for (int i = 0; i < n; i++)
        sum = 3 * sum + v[i];
    printf("%d\n", sum);
    return 0;
}
