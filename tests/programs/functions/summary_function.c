// A call whose accesses come from a summary function given by pencil_access (004, Listing 9).
// run: 1
// run: 2
// run: 4
// flags: --pencil
// expect: may
#include <pave/pencil.h>
#include <stdio.h>
#include <stdlib.h>
#pragma GCC diagnostic ignored "-Wunused-function"

int f(int i) __asm__("f_hidden");

struct s {
    int a;
};

static void set_odd_summary(int n, struct s A[static n])
{
    for (int i = 1; i < n; i += 2)
        if (__pencil_maybe())
            A[i].a = 0;
}

__attribute__((pencil_access(set_odd_summary)))
static void set_odd(int n, struct s A[static n]);

static void set_odd(int n, struct s A[static n])
{
    for (int i = 0; i < n / 2; ++i)
        A[2 * f(i) + 1].a = i;
}

static void foo(int n, struct s B[static 2 * n])
{
#pragma scop
    set_odd(2 * n, B);
#pragma endscop
}

int f_hidden(int i)
{
    return i / 2;
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
