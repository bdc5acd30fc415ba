// Arrays with constant inner sizes and a variable or absent outer size.
// run: 1
// run: 5
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void to_grey(int n, unsigned char rgb[][3], unsigned char grey[n])
{
#pragma scop
    for (int p = 0; p < n; p++)
        grey[p] = (rgb[p][0] + 2 * rgb[p][1] + rgb[p][2]) / 4;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3;
    unsigned char rgb[n + 1][3], grey[n + 1];
    unsigned sum = 0;
    for (int p = 0; p < n; p++)
        for (int c = 0; c < 3; c++)
            rgb[p][c] = (unsigned char)(40 * p + 90 * c);
    to_grey(n, rgb, grey);
    for (int p = 0; p < n; p++)
        sum = 3 * sum + grey[p];
    printf("%u\n", sum);
    return 0;
}
