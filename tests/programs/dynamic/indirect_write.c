// A scatter through two levels of subscripts.
// run: 1
// run: 7
// expect: may
#include <stdio.h>
#include <stdlib.h>

static void scatter(int n, const int *perm, const int *again, int *v)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        v[perm[i]] = i;
        v[again[perm[i]] + 1] -= 2;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, perm[n], again[n], v[n + 1], sum = 0;
    for (int i = 0; i < n; i++)
        perm[i] = n - 1 - i, again[i] = (i + 2) % n;
    for (int i = 0; i <= n; i++)
        v[i] = 0;
    scatter(n, perm, again, v);
    for (int i = 0; i <= n; i++)
        sum += (i + 1) * v[i];
    printf("%d\n", sum);
    return 0;
}
