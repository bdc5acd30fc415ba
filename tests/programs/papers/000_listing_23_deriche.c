// Filter coefficients: a chain of scalar statements that grouping joins (000, Listing 23, Example 22).
// run: 1
// run: 3
// expect: exact
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define SCALAR_VAL(x) x
#define EXP_FUN(x) exp(x)
#define POW_FUN(x, y) pow(x, y)

static double a1, a2, a3, a4, a5, a6, a7, a8, b1, b2;

static void coefficients(double alpha)
{
    double k;
#pragma scop
    k = (SCALAR_VAL(1.0) - EXP_FUN(-alpha)) * (SCALAR_VAL(1.0) - EXP_FUN(-alpha)) /
        (SCALAR_VAL(1.0) + SCALAR_VAL(2.0) * alpha * EXP_FUN(-alpha) - EXP_FUN(SCALAR_VAL(2.0) * alpha));
    a1 = a5 = k;
    a2 = a6 = k * EXP_FUN(-alpha) * (alpha - SCALAR_VAL(1.0));
    a3 = a7 = k * EXP_FUN(-alpha) * (alpha + SCALAR_VAL(1.0));
    a4 = a8 = -k * EXP_FUN(SCALAR_VAL(-2.0) * alpha);
    b1 = POW_FUN(SCALAR_VAL(2.0), -alpha);
    b2 = -EXP_FUN(SCALAR_VAL(-2.0) * alpha);
#pragma endscop
}

int main(int argc, char **argv)
{
    coefficients(0.25 * (argc > 1 ? atoi(argv[1]) : 1));
    printf("%.12g %.12g %.12g %.12g %.12g\n", a1, a2, a3, a4, a5);
    printf("%.12g %.12g %.12g %.12g %.12g\n", a6, a7, a8, b1, b2);
    return 0;
}
