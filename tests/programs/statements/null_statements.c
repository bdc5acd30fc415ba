// Null statements as bodies and between other statements.
// run: 0
// run: 6
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void quiet(int n, int *v)
{
#pragma scop
    for (int i = 0; i < n; i++)
        ;
    ;
    for (int i = 0; i < n; i++) {
        ;
        v[i] = n - i;
        ;
    }
    if (n > 3) {
        ;
    } else {
        v[0] = 9;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2, v[n + 1], sum = 0;
    v[n] = 0;
    quiet(n, v);
    for (int i = 0; i <= n; i++)
        sum += (i + 1) * v[i];
    printf("%d\n", sum);
    return 0;
}
