// No pragmas: the whole body of the function, declarations included, is a region.
// run: 1
// run: 6
// flags: --autodetect
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void blur(int n, int a[static n], int b[static n])
{
    int t[n];
    for (int i = 0; i < n; i++)
        t[i] = 4 * a[i];
    for (int i = 1; i < n - 1; i++)
        b[i] = t[i - 1] + t[i] + t[i + 1];
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 5, a[n], b[n], sum = 0;
    for (int i = 0; i < n; i++)
        a[i] = i ^ 3, b[i] = -1;
    blur(n, a, b);
    for (int i = 0; i < n; i++)
        sum = 2 * sum + b[i];
    printf("%d\n", sum);
    return 0;
}
