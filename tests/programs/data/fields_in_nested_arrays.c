// An array of anonymous structures inside a structure, each with an array (004, Listing 4).
// run: 0
// run: 10
// expect: exact
#include <stdio.h>
#include <stdlib.h>

struct s {
    struct {
        int a[10];
    } f[10];
};

static struct s s;

static void f(void)
{
#pragma scop
    for (int i = 0; i < 10; ++i)
        for (int j = 0; j < 10; ++j)
            s.f[i].a[j] = i * j;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 10, sum = 0;
    f();
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 10; j++)
            sum += (i + 2 * j) * s.f[i].a[j];
    printf("%d\n", sum);
    return 0;
}
