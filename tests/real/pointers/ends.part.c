#include "ends.h"

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
    int n = argc > 1 ? atoi(argv[1]) : 12, codes[64] = {0};
    float x[200], y[200];
    struct sample s[64] = {{0, 0}};
    for (int i = 0; i < 200; i++) {
        x[i] = (float)(i * 7 % 13) - 6;
        y[i] = 0;
    }
    negate(y, y + n, x);
    negate(x + 1, x + 1 + n, x);
    negate(y + 9, y + 3, x);
    print("negate", x, 40);
    printf("%d\n", (int)(copy_pairs(s, s + n, x) - &s[0].left));
    copy_pairs(s + 1, s + 1 + n, &s[0].left);
    print("copy_pairs", &s[0].left, 40);
    const char text[] = "pointers move through the text of this sentence";
    printf("%d\n", (int)(count(text, text + n, codes) - text));
    for (int i = 0; i < 16; i++)
        printf(" %d", codes[i]);
    printf("\n%d\n", (int)(scale_rows(x, n, 3, 0.5f) - x));
    print("scale_rows", x, 60);
    printf("%d\n", (int)(positive(y, x, n) - y));
    both(NULL, y, y + 1, n);
    both(NULL, x + 2, y, n);
    print("both", y, 40);
    return 0;
}
