// Two live ranges of one scalar that may change places (000, Listing 2, relations (1) and (2)).
// run: 1
// run: 2
// oracle: no unknown function
// expect: exact
#include <stdio.h>
#include <stdlib.h>
#pragma GCC diagnostic ignored "-Wunused-label"

int f1(void) __asm__("f1_hidden");
void f2(int) __asm__("f2_hidden");
int f3(void) __asm__("f3_hidden");
void f4(int) __asm__("f4_hidden");

static void two_ranges(void)
{
    int a;
#pragma scop
A:
    a = f1();
B:
    f2(a);
C:
    a = f3();
D:
    f4(a);
#pragma endscop
}

static int seed, seen2, seen4;

int f1_hidden(void)
{
    return seed + 1;
}

void f2_hidden(int a)
{
    seen2 = a;
}

int f3_hidden(void)
{
    return 2 * seed;
}

void f4_hidden(int a)
{
    seen4 = a;
}

int main(int argc, char **argv)
{
    seed = argc > 1 ? atoi(argv[1]) : 3;
    two_ranges();
    printf("%d %d\n", seen2, seen4);
    return 0;
}
