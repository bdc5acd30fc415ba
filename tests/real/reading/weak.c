// run: 20000
// parallel: 1
/* The bodies of weak functions are not those that run: the other file of the program has its own. */
#include <stdio.h>
#include <stdlib.h>

#define WEAK __attribute__((weak))
int a[20000], b[20000], count;

WEAK void hook(int i)
{
    (void)i;
}
__attribute__((__weak__)) int value(int i);
int value(int i)
{
    return i;
}
#pragma weak later
int later(int i)
{
    return 2 * i;
}
static int own(int i)
{
    return 3 * i;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 100;
    for (int i = 0; i < n; i++)
        b[i] = own(i);
    printf("%d\n", n);
    for (int i = 0; i < n; i++) {
        hook(i);
        a[i] = value(i);
    }
    printf("%d\n", count);
    for (int i = 0; i < n; i++)
        a[i] += later(i);
    printf("%d %d %d\n", a[n / 2], b[n / 3], count);
    return 0;
}
