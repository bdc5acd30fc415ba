// A whole structure is assigned, then one field of it again; readers of the fields need that order.
// run: 1
// run: 5
// expect: exact
#include <stdio.h>
#include <stdlib.h>
struct two {
    int a, b;
};
static void f(int n, const struct two *restrict z, const int *restrict x, int *restrict y, int *restrict w)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        struct two t;
        t = z[i];
        t.a = x[i];
        y[i] = t.a + t.b;
        w[i] = t.a;
    }
#pragma endscop
}
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, x[n], y[n], w[n], sum = 0;
    struct two z[n];
    for (int i = 0; i < n; i++) {
        x[i] = 3 * i;
        z[i].a = z[i].b = i + 1;
    }
    f(n, z, x, y, w);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * y[i] + w[i];
    printf("%d\n", sum);
    return 0;
}
