// Division and remainder decide which statements run, with both signs of the operand.
// run: 0
// run: 8
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void split(int n, int *v)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        if ((i - 4) / 2 == 0)
            v[i] = 1;
        else if ((i - 5) % 2 == -1)
            v[i] = 2;
        else if (i / 2 * 2 == i)
            v[i] = 3;
        else
            v[i] = 4;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, v[n + 1], sum = 0;
    split(n, v);
    for (int i = 0; i < n; i++)
        sum = 5 * sum + v[i];
    printf("%d\n", sum);
    return 0;
}
