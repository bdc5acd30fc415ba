// A call whose accesses come from the visible body: odd elements may be written (004, Listing 8).
// run: 1
// run: 2
// run: 4
// expect: may
#include <stdio.h>
#include <stdlib.h>
#pragma GCC diagnostic ignored "-Wunused-label"

int f(int i) __asm__("f_hidden");
int maybe(void) __asm__("maybe_hidden");

struct s {
    int a;
};

static void set_odd(int n, struct s A[static n])
{
    int t;
S:
    t = f(0);
    for (int i = 1; i < n; i += 2)
        if (maybe())
        T:
            A[i].a = t;
}

static void foo(int n, struct s B[static 2 * n])
{
#pragma scop
    set_odd(2 * n, B);
#pragma endscop
}

int f_hidden(int i)
{
    return i + 5;
}

int maybe_hidden(void)
{
    static int calls;
    return calls++ % 3 != 1;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, sum = 0;
    struct s B[2 * n + 1];
    for (int i = 0; i < 2 * n; i++)
        B[i].a = i;
    foo(n, B);
    for (int i = 0; i < 2 * n; i++)
        sum += (i + 1) * B[i].a;
    printf("%d\n", sum);
    return 0;
}
