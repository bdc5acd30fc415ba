// The region stands in a block of a host condition and uses a variable of that block.
// run: 0
// run: 3
// run: 12
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void fill(int n, double *v)
{
    if (n > 0) {
        int last = n - 1;
        {
#pragma scop
            for (int i = 0; i <= last; i++)
                v[last - i] = 0.5 * i;
#pragma endscop
        }
    } else {
        puts("nothing to fill");
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4;
    double v[n + 1], sum = 0;
    fill(n, v);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * v[i];
    printf("%.17g\n", sum);
    return 0;
}
