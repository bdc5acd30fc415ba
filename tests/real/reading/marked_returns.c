// run: 100
// parallel: 1
// kernels: 1
/* Regions between pragmas, in lines that end with carriage returns; one is left as it is. */
#include <stdio.h>
#include <stdlib.h>

static double a[200], b[200];

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 100;
#pragma scop
    for (int i = 0; i < n; i++) {
        a[i] = 0.5 * i;
        b[n - 1 - i] = a[i] - 1;
    }
#pragma \
    endscop
    for (int i = 1; i < n; i++)
        b[i] += b[i - 1];
    printf("%a %a\n", b[n / 2], b[n - 1]);
    return 0;
}
