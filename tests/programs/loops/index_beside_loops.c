// An index that advances by one in the inner loop and by a gap in the outer one; its last value is used.
// run: 0 3
// run: 4 1
// run: 5 4
// run: 3 0
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static int spread(int n, int m, int *out, const int *in)
{
    int k = 2;
#pragma scop
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 4; j++)
            out[k++] = in[i] + j;
        k += 3;
    }
    for (int i = 0; i < m; i++) {
        out[k] = in[i];
        k -= 1;
    }
#pragma endscop
    return k;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, m = argc > 2 ? atoi(argv[2]) : 2;
    int in[n + m + 1], out[7 * n + 8], sum = 0;
    for (int i = 0; i <= n + m; i++)
        in[i] = i + 3;
    for (int i = 0; i < 7 * n + 8; i++)
        out[i] = 0;
    printf("%d\n", spread(n, m < 3 ? m : 3, out, in));
    for (int i = 0; i < 7 * n + 8; i++)
        sum = (3 * sum + out[i]) % 100003;
    printf("%d\n", sum);
    return 0;
}
