// A local that is written under a condition on data: nothing flows from one iteration to the next.
// run: 1
// run: 6
// expect: may
#include <stdio.h>
#include <stdlib.h>
static void f(int n, const int *a, int *b)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        int x;
        if (a[i] > 2)
            x = a[i];
        b[i] = a[i] > 2 ? x : 0;
    }
#pragma endscop
}
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, a[n], b[n], sum = 0;
    for (int i = 0; i < n; i++)
        a[i] = i;
    f(n, a, b);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * b[i];
    printf("%d\n", sum);
    return 0;
}
