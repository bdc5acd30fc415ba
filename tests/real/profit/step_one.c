// flags: --parallel-threshold=0
// parallel: 3
// text: step >= 2
// run: 1000 1
// run: 1000 3
// With step 1, a compiler vectorizes a light loop as it stands: only other steps are worth a loop that counts. A heavy one is
// parallel with any step.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void add(int n, int step, double *restrict a, const double *restrict b)
{
    for (int i = 0; i < n; i += step)
        a[i] += b[i];
}

static void roots(int n, int step, double *restrict a)
{
    for (int i = 0; i < n; i += step)
        a[i] = sqrt(a[i]);
}

int main(int argc, char **argv)
{
    static double a[1000], b[1000];
    int n = atoi(argv[1]), step = atoi(argv[2]);
    for (int i = argc; i < n; i++)
        b[i] = a[i - 1] + i % 7;
    add(n, step, a, b);
    roots(n, step, a);
    printf("%.17g %.17g %.17g\n", a[n - 1], a[n / 2], a[3]);
    return 0;
}
