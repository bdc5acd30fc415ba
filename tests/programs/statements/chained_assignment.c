// a = b = c: one statement that writes several places; also with a compound operator inside.
// run: 0
// run: 4
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static int top;

static void spread(int n, int *a, int *b, int *c)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        a[i] = b[i] = c[i];
        c[i] = top = i;
        a[i] += b[n - 1 - i] = 3;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2, a[n + 1], b[n + 1], c[n + 1], sum = 0;
    for (int i = 0; i < n; i++)
        a[i] = 0, b[i] = 1, c[i] = 20 - i;
    spread(n, a, b, c);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * (a[i] + 2 * b[i] + 3 * c[i]);
    printf("%d %d\n", sum, top);
    return 0;
}
