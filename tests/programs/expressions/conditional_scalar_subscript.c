// A scalar gets one of several affine values depending on affine conditions, then is a subscript.
// run: 1
// run: 4
// run: 8
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void wrap(int n, const int *in, int *out)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        int left = i - 1;
        int right;
        if (left < 0)
            left = n - 1;
        if (i == n - 1)
            right = 0;
        else
            right = i + 1;
        out[i] = in[left] - 2 * in[right];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, in[n], out[n], sum = 0;
    for (int i = 0; i < n; i++)
        in[i] = i * i;
    wrap(n, in, out);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * out[i];
    printf("%d\n", sum);
    return 0;
}
