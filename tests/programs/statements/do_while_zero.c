// do { } while (0), as macros use it to make one statement of several.
// run: 0
// run: 5
// expect: exact
#include <stdio.h>
#include <stdlib.h>

#define SWAP(a, b) \
    do { \
        int tmp = (a); \
        (a) = (b); \
        (b) = tmp; \
    } while (0)

static void reverse(int n, int *v)
{
#pragma scop
    for (int i = 0; i < n / 2; i++)
        SWAP(v[i], v[n - 1 - i]);
    do
        v[n] = 7;
    while (0);
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2, v[n + 1], sum = 0;
    for (int i = 0; i <= n; i++)
        v[i] = i * i;
    reverse(n, v);
    for (int i = 0; i <= n; i++)
        sum = 3 * sum + v[i];
    printf("%d\n", sum);
    return 0;
}
