// run: 50 3
// run: 4 1
// kernels: 2
// Statements that no device can run, in one loop with others: the loops beside them run on the device.
#include <stdio.h>
#include <stdlib.h>

static double a[200], b[200], c[200];
static long double exact[200];

static void fill(int n)
{
    for (int i = 0; i < n; i++) {
        a[i] = i * 0.25;
        exact[i] = i * 0.125L + a[i];
        b[i] = a[i] * 3 + i % 7;
    }
}

static long double sweep(int n, int steps)
{
    long double total = 0;
    for (int t = 0; t < steps; t++) {
        double tmp[200];
        for (int i = 0; i < n; i++)
            tmp[i] = b[n - 1 - i] * 0.5 + t;
        total += tmp[t] + exact[t];
        for (int i = 0; i < n; i++)
            c[i] = tmp[i] + (double)total;
        tmp[0] = c[0] - c[n - 1];
        for (int i = 0; i < n; i++)
            b[i] += c[i] * tmp[0];
    }
    return total;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 10, steps = argc > 2 ? atoi(argv[2]) : 3;
    fill(n);
    printf("%La\n", sweep(n, steps));
    for (int i = 0; i < n; i++)
        printf("%a %a %a %La\n", a[i], b[i], c[i], exact[i]);
    return 0;
}
