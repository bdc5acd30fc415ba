// Loops between labels, in switches, in conditions of other loops and in functions that return early.
// run: 23 2
// run: 5 0
// run: 0 1
// parallel: 6
// kernels: 4
#include <stdio.h>
#include <stdlib.h>

#define MOST 32

static double a[MOST], b[MOST], c[MOST][MOST];

static int choose(int n, int what)
{
    int tries = 0;
    switch (what) {
    case 0:
        for (int i = 0; i < n; i++)
            a[i] = i;
        /* fall through */
    case 1:
        for (int i = 0; i < n; i++)
            b[i] = a[i] * 0.5 + 1;
        break;
    default:
        for (int i = 0; i < n; i++)
            a[i] = b[n - 1 - i] + i % 3;
    }
again:
    for (int i = 0; i < n; i++)
        a[i] = a[i] * 0.5 + b[i];
    if (++tries < 3)
        goto again;
    return tries;
}

static double early(int n)
{
    if (n < 4)
        return -1;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            c[i][j] = a[i] - b[j];
    for (int i = 0; i < n; i++) {
        if (c[i][i] > 1e6)
            return c[i][i];
        b[i] = c[i][0];
    }
    int k = 0;
    do {
        a[k] = b[k] + k;
        k += 2;
    } while (k < n);
    return a[0];
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]), what = atoi(argv[2]);
    printf("%d\n", choose(n, what));
    printf("%a\n", early(n));
    for (int i = 0; i < MOST; i++)
        printf("%a %a %a\n", a[i], b[i], c[i][i / 2]);
    return argc < 3;
}
