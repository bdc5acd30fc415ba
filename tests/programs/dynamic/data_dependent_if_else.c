// Both arms of a data-dependent condition write, to different arrays and to the same one.
// run: 0
// run: 7
// expect: may
#include <stdio.h>
#include <stdlib.h>

static void divide(int n, const double *A, double *plus, double *minus, double *both)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        if (A[i] > 0) {
            plus[i] = A[i];
            both[i] = 1;
        } else {
            minus[i] = -A[i];
            both[i] = -1;
        }
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3;
    double A[n + 1], plus[n + 1], minus[n + 1], both[n + 1], sum = 0;
    for (int i = 0; i < n; i++)
        A[i] = i % 3 - 0.5, plus[i] = minus[i] = 2;
    divide(n, A, plus, minus, both);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * (plus[i] + 3 * minus[i] + 9 * both[i]);
    printf("%.17g\n", sum);
    return 0;
}
