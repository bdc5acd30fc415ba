// run: 50
// run: 1
// run: 0
// parallel: 2
// text: ^ *a\[0\] = \(b\[0\] \+ b\[before\]\) \* 0\.5;
// text: ^ *for \(int c0 = 1; c0 < n; c0 \+= 1\)
/* A scalar that holds the number of the iteration before, the last one's in the first: that iteration stands apart, the others have
 * no conditions. */
#include <stdio.h>
#include <stdlib.h>

static void ring(int n, double a[restrict n], const double b[restrict n])
{
    int before = n - 1;
    for (int i = 0; i < n; i++) {
        a[i] = (b[i] + b[before]) * 0.5;
        before = i;
    }
}

static double fixed[200], twice[200];

static void fixed_ring(void)
{
    int before = 199;
    for (int i = 0; i < 200; i++) {
        fixed[i] = twice[i] - twice[before];
        before = i;
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 9;
    static double a[100], b[100];
    for (int i = 0; i < 100; i++)
        b[i] = rand() % 7 * 0.25;
    for (int i = 0; i < 200; i++)
        twice[i] = b[i / 2] + rand() % 5;
    ring(n, a, b);
    fixed_ring();
    for (int i = 0; i < 200; i++)
        printf("%a %a\n", a[i / 2], fixed[i]);
    return 0;
}
