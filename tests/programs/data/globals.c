// Global scalars and arrays, static and extern, one of them with an initialiser.
// run: 0
// run: 3
// run: 5
// expect: exact
#include <stdio.h>
#include <stdlib.h>

#define SIDE 5

double grid[SIDE][SIDE];
static double factor = 1.5;
extern int used;
int used = 2;

static void scale(void)
{
#pragma scop
    for (int i = 0; i < used; i++)
        for (int j = 0; j < SIDE; j++)
            grid[i][j] = factor * (i + j);
    factor = factor / 2;
#pragma endscop
}

int main(int argc, char **argv)
{
    double sum = 0;
    used = argc > 1 ? atoi(argv[1]) : 1;
    scale();
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++)
            sum += (7 * i + j) * grid[i][j];
    printf("%.17g %g\n", sum, factor);
    return 0;
}
