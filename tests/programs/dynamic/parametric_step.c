// A step that is a variable: the loop counts its iterations, and the subscript is linear.
// run: 0 1
// run: 7 2
// run: 9 4
// oracle: no the model counts iterations where the trace has the values of i
#include <stdio.h>
#include <stdlib.h>

static void stride(int n, int step, int *v)
{
#pragma scop
    for (int i = 0; i < n; i += step)
        v[i] = i + 1;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, step = argc > 2 ? atoi(argv[2]) : 1, v[n + 1], sum = 0;
    for (int i = 0; i < n; i++)
        v[i] = 0;
    stride(n, step, v);
    for (int i = 0; i < n; i++)
        sum = 3 * sum + v[i];
    printf("%d\n", sum);
    return 0;
}
