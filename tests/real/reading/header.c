// run: 20000
// parallel: 1
// kernels: 1
// says: helper.h:3:5: note: loops in this included file are not transformed
/* Loops in a header stay where they are; those of the file, and calls of the header's functions, are not stopped by it. */
#include "helper.h"
#include <stdio.h>
#include <stdlib.h>

static float a[20000];

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 100;
    for (int i = 0; i < n; i++)
        a[i] = 0.25f * i;
    printf("%d\n", n);
    add_one(n, a);
    printf("%a\n", a[n - 1]);
    return 0;
}
