// *(p + i), *(i + p), p[-1 + i], i[p] and (&p[i])[1] name elements of the same array.
// run: 0
// run: 5
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void forms(int n, int *p, const int *q)
{
#pragma scop
    for (int i = 1; i < n; i++) {
        *(p + i) = *(q + i - 1);
        *(i + p) += 2;
        p[-1 + i] += i;
        i[p] += 3;
        (&p[i])[1] = 4;
    }
    *p = 8;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, p[n + 1], q[n + 1], sum = 0;
    for (int i = 0; i <= n; i++)
        p[i] = 0, q[i] = 10 * i;
    forms(n, p, q);
    for (int i = 0; i <= n; i++)
        sum += (i + 1) * p[i];
    printf("%d\n", sum);
    return 0;
}
