// Fields set one by one, then the whole structure copied to each element (004, Listing 5).
// run: 0
// run: 10
// expect: exact
#include <stdio.h>
#include <stdlib.h>
#pragma GCC diagnostic ignored "-Wunused-label"

struct s {
    int a;
    int b;
};

static struct s a, b[10];

static void f(void)
{
#pragma scop
S:
    a.b = 57;
T:
    a.a = 42;
    for (int i = 0; i < 10; ++i)
    U:
        b[i] = a;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 10, sum = 0;
    f();
    for (int i = 0; i < n; i++)
        sum += (i + 1) * (b[i].a + 3 * b[i].b);
    printf("%d %d %d\n", sum, a.a, a.b);
    return 0;
}
