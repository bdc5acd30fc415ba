// != as the loop condition, with step 1, step -1 and a step that divides the range.
// run: 0
// run: 1
// run: 4
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void marks(int n, int *v)
{
#pragma scop
    for (int i = 0; i != n; ++i)
        v[i] = 1;
    for (int i = n; i != 0; --i)
        v[i - 1] += i;
    for (int i = 0; i != 2 * n; i += 2)
        v[n + i / 2] = i;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, v[2 * n + 1], sum = 0;
    marks(n, v);
    for (int i = 0; i < 2 * n; i++)
        sum = 3 * sum + v[i];
    printf("%d\n", sum);
    return 0;
}
