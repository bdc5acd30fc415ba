// Several declarators on a line, with and without initialisers, in a block of the region.
// run: 0
// run: 1
// run: 5
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void points(int n, double *px, double *py)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        double x = px[i], y = py[i], r, s = x + y;
        r = x * x + y * y;
        px[i] = r - s;
        py[i] = r + s;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2;
    double px[n + 1], py[n + 1], sum = 0;
    for (int i = 0; i < n; i++)
        px[i] = i * 0.5, py[i] = 3 - i;
    points(n, px, py);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * px[i] - py[i];
    printf("%.17g\n", sum);
    return 0;
}
