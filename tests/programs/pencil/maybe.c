// A condition that stands for either outcome; at run time the guarded write does not happen.
// run: 1
// run: 5
// flags: --pencil
// expect: may
#include <pave/pencil.h>
#include <stdio.h>
#include <stdlib.h>

static void either(int n, int *v)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        v[i] = i;
        if (__pencil_maybe())
            v[n - 1 - i] = -1;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, v[n], sum = 0;
    either(n, v);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * v[i];
    printf("%d\n", sum);
    return 0;
}
