#include "steps.h"

#include <stdio.h>
#include <stdlib.h>

enum { size = 2000 };
static double x[size], y[size];
static float f[size];
static int k[size];

static void print(const char *name)
{
    double sum = 0;
    for (int i = 0; i < size; i++)
        sum += (i % 17 + 1) * x[i] + (i % 13 + 1) * y[i] + (i % 7 + 1) * f[i] + (i % 5 + 1) * k[i];
    printf("%s: %.17g %g %g\n", name, sum, x[7], y[11]);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 50, step = argc > 2 ? atoi(argv[2]) : 2;
    for (int i = 0; i < size; i++) {
        x[i] = i % 23;
        y[i] = i % 19;
        f[i] = (float)(i % 11);
        k[i] = i;
    }
    printf("%d\n", every(n, step, x));
    printf("%d %d\n", every(0, -step, x), every(-3, 0, x));
    print("every");
    every_from(3, n, step, x, y);
    every_from(-2, n, step, x + 5, x + 6);
    every_from(step, n, step, y + 20, y + 20);
    every_from(9, 4, -1, x, y);
    print("every from");
    down(n, step, x);
    down(n, 2 * step, y + 3);
    print("down");
    groups(n / (2 * step) * 2 * step, step, y);
    print("groups");
    some_rows(n % 40, 20, step, x);
    some_rows(n % 40, 1, step, y);
    print("some rows");
    in_sizes((unsigned long)n, (unsigned)step, f);
    in_sizes(0, 0, f);
    print("in sizes");
    strided_pair(n, step % 8, x, y);
    strided_pair(n, -1, x + n, y);
    strided_pair(n, 1, x, x + 1);
    print("strided pair");
    struct work w = {x, y, 0.25}, same = {x + 1, x, 0.25};
    for (int me = 0; me < step && me < 4; me++) {
        share(me, step, n, &w);
        share(me, step, n, &same);
    }
    print("share");
    printf("%d\n", growing(n, k));
    print("growing");
    return 0;
}
