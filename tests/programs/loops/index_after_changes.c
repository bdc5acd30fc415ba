// Indices that start from scalars which the loop changes, bounds that the body changes, and steps in conditions.
// run: 0
// run: 1
// run: 6
// expect: may
// check: no the value that w has at the start has a name in the generated code, which check does not relate to w
#include <stdio.h>
#include <stdlib.h>

static int mixed(int n, int *out, const int *in)
{
    int w = 1, k = 0, m = n, j = 0, t = 0;
#pragma scop
    k = w + 1;
    for (int i = 0; i < n; i++) {
        out[k] += in[i];
        k += 2;
        w = in[i];
    }
    for (int i = w; i < w + 2; i++) {
        out[t] += i;
        t++;
        w = 3;
    }
    for (int i = 0; i < m; i++) {
        out[j] -= i;
        j++;
        if (i == 1)
            m = 3;
    }
    int left = n;
    for (int i = 0; left-- > 1; i++)
        out[i] += left;
#pragma endscop
    return 1000 * k + 100 * j + 10 * t + w + m;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, in[n + 1], out[2 * n + 12], sum = 0;
    for (int i = 0; i <= n; i++)
        in[i] = i % 4;
    for (int i = 0; i < 2 * n + 12; i++)
        out[i] = 0;
    printf("%d\n", mixed(n, out, in));
    for (int i = 0; i < 2 * n + 12; i++)
        sum = (3 * sum + out[i]) % 100003;
    printf("%d\n", sum);
    return 0;
}
