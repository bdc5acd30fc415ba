// Subscripts computed in unsigned char variables, so that they wrap at 256 when stored.
// run: 0
// run: 4
// run: 10
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void scatter(int n, int v[256])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        unsigned char at = 2 * i + 249;
        v[at] += i + 1;
        at -= 255;
        v[at] += 100;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int v[256] = {0}, sum = 0;
    scatter(argc > 1 ? atoi(argv[1]) : 3, v);
    for (int i = 0; i < 256; i++)
        sum += (i + 1) * v[i];
    printf("%d\n", sum);
    return 0;
}
