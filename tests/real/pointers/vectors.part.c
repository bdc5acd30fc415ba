#include "vectors.h"

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
    int n = argc > 1 ? atoi(argv[1]) : 37;
    float x[300], y[300], *end = NULL;
    short s[200], t[200];
    for (int i = 0; i < 300; i++) {
        x[i] = (float)(i * 13 % 29) - 7;
        y[i] = -1;
    }
    for (int i = 0; i < 200; i++) {
        s[i] = (short)(i * 331);
        t[i] = 0;
    }
    add(x, x + 100, y, (uint32_t)n);
    print("add", y, 60);
    add(x, x + 100, x + 1, (uint32_t)n);
    add(y, y + 1, y, (uint32_t)n);
    print("add over itself", x, 60);
    offset_all(s, 30000, t, (uint32_t)n);
    offset_all(s, 5, s + 3, (uint32_t)n);
    offset_all(s + 3, 5, s, (uint32_t)n);
    for (int i = 0; i < 60; i++)
        printf(" %d %d", s[i], t[i]);
    const float *left = mix(x, x + 60, y, (unsigned)n, &end);
    printf("\n%ld %ld\n", (long)(left - x), (long)(end - y));
    mix(x, x + 60, x + 10, (unsigned)n, &end);
    print("mix", x, 100);
    convolve(x, n + 5, y, 5, y + 200);
    print("convolve", y + 200, 60);
    convolve(x, n + 5, x + 2, 5, x);
    print("convolve over itself", x, 60);
    reverse(y, x, n);
    reverse(x, x, n);
    print("reverse", x, 40);
    printf("%ld\n", (long)(fill(y + 3, y + 3 + n, 0.5f) - y));
    printf("%ld\n", (long)(fill(y + 9, y + 3, 0.5f) - y));
    print("fill", y, 60);
    printf("%ld\n", distance(x, x + 2, x + 2 + n, y));
    printf("%ld\n", distance(x, x + 2, x + 2 + n, x + 3));
    print("distance", x, 60);
    return 0;
}
