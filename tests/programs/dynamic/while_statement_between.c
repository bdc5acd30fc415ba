// A while loop between two statements on the same scalar (004, Listing 1).
// run: 0
// run: 4
// expect: may
#include <stdio.h>
#include <stdlib.h>
#pragma GCC diagnostic ignored "-Wunused-label"

static int out;

static int f(void)
{
    return 1;
}

static int g(int s)
{
    return 3 * s + 1;
}

static int P(int x, int s)
{
    return s < 10 * x;
}

static void h(int s)
{
    out = 2 * out + s;
}

static void run(int n)
{
    int s;
#pragma scop
    for (int x = 0; x < n; ++x) {
    A:
        s = f();
    B:
        while (P(x, s))
            s = g(s);
    C:
        h(s);
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    run(argc > 1 ? atoi(argv[1]) : 3);
    printf("%d\n", out);
    return 0;
}
