#include "packing.h"

#include <stdio.h>
#include <stdlib.h>

static void print(const char *name, const float *p, int n)
{
    printf("%s:", name);
    for (int i = 0; i < n; i++)
        printf(" %g", p[i]);
    printf("\n");
}

int main(int argc, char **argv)
{
    int rows = argc > 1 ? atoi(argv[1]) : 4, cols = argc > 2 ? atoi(argv[2]) : 4, ld = argc > 3 ? atoi(argv[3]) : 4;
    float x[300], y[300];
    double v[64], w[64];
    int a[64] = {0}, b[64] = {0};
    for (int i = 0; i < 300; i++) {
        x[i] = (float)(i * 13 % 29);
        y[i] = -1;
    }
    for (int i = 0; i < 64; i++) {
        v[i] = 0;
        w[i] = i * 1.5;
    }
    printf("%d\n", pack(y, x, rows, cols, ld));
    print("pack", y, 100);
    printf("%d\n", pack(x + 2, x, rows, cols, ld));
    print("pack over itself", x, 100);
    printf("%d\n", every_third(y, x, rows, 5));
    printf("%d\n", every_third(x, x + 1, rows, 0));
    print("every third", x, 60);
    backwards(y + 10, y, rows);
    backwards(y, y, rows * cols);
    print("backwards", y, 60);
    printf("%u\n", countdown(v, w, (unsigned)rows));
    printf("%u\n", countdown(w + 1, w, (unsigned)cols));
    printf("%g %g %g\n", v[0], v[3], w[4]);
    printf("%d\n", pairs(a, b, rows));
    printf("%d\n", pairs(a, a + 1, cols));
    for (int i = 0; i < 12; i++)
        printf(" %d %d", a[i], b[i]);
    printf("\n");
    return 0;
}
