// A scalar is reassigned between its uses as a subscript; each use sees the value of its moment.
// run: 0
// run: 5
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void moving(int n, int *v)
{
    int p;
#pragma scop
    p = 0;
    v[p] = 1;
    for (int i = 0; i < n; i++) {
        p = i + 1;
        v[p] = 2;
        p += n;
        v[p] = 3;
        p = p - 1;
        v[p] += 4;
    }
    p = n;
    v[p] += 50;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, v[2 * n + 1], sum = 0;
    for (int i = 0; i <= 2 * n; i++)
        v[i] = 0;
    moving(n, v);
    for (int i = 0; i <= 2 * n; i++)
        sum += (i + 1) * v[i];
    printf("%d\n", sum);
    return 0;
}
