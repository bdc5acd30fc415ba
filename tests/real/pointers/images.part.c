#include "images.h"

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
    int w = argc > 1 ? atoi(argv[1]) : 7, h = argc > 2 ? atoi(argv[2]) : 5;
    unsigned char image[256] = {0};
    float a[400], b[400];
    for (int i = 0; i < 400; i++) {
        a[i] = (float)(i * 11 % 17);
        b[i] = (float)(i % 5);
    }
    shade(image, w, h, w + 3, 40);
    shade(image + 5, w, h, w, 90);
    shade(image + 100, w, h, -w, 7);
    for (int i = 0; i < 160; i++)
        printf(" %d", image[i]);
    printf("\n");
    blend(a, b, w, h, (size_t)w + 2, (size_t)w);
    print("blend", a, 80);
    blend(a + 1, a, w, h, (size_t)w, (size_t)w + 1);
    blend(a, a, w, h, 2, 3);
    print("blend over itself", a, 80);
    halve(b, a, w, h);
    print("halve", b, 60);
    halve(a + 3, a, w, h);
    print("halve over itself", a, 60);
    if (h)
        printf("%d\n", border(a, w, h));
    if (w)
        printf("%d\n", border(a + 2, w, 1));
    print("border", a, 60);
    return 0;
}
