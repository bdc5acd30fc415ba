// run: 300
// run: 1
// parallel: 5
// kernels: 4
/* Searches that begin with the infinities of <math.h> run on devices. A loop of a few iterations inside of a sequential one is not
 * worth a launch in each of its iterations. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { COLUMNS = 16, PARTS = 3 };

static void ends(int n, const float (*restrict a)[COLUMNS], float *restrict most, double *restrict least)
{
    for (int i = 0; i < n; i++) {
        float top = -INFINITY;
        for (int j = 0; j < COLUMNS; j++)
            top = a[i][j] > top ? a[i][j] : top;
        most[i] = top;
    }
    for (int i = 0; i < n; i++) {
        double low = HUGE_VAL;
        for (int j = 0; j < COLUMNS; j++)
            low = a[i][j] < low ? a[i][j] : low;
        least[i] = low;
    }
}

static double sum[4][PARTS];

static void gather(int n, const int *restrict at, const float (*restrict a)[COLUMNS])
{
    for (int i = 0; i < n; i++)
        for (int c = 0; c < PARTS; c++)
            sum[at[i]][c] += a[i][c];
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 10, *at = malloc(sizeof(int) * n);
    float(*a)[COLUMNS] = malloc(sizeof(float[n][COLUMNS])), *most = malloc(sizeof(float) * n);
    double *least = malloc(sizeof(double) * n), all = 0;
    for (int i = 0; i < n; i++) {
        at[i] = i % 4;
        for (int j = 0; j < COLUMNS; j++)
            a[i][j] = (i * 31 + j * 17) % 101 - 50;
    }
    ends(n, (const float(*)[COLUMNS])a, most, least);
    gather(n, at, (const float(*)[COLUMNS])a);
    for (int i = 0; i < n; i++)
        all = all * 0.5 + most[i] - 3 * least[i];
    printf("%a %a %a\n", all, sum[0][1], sum[3][2]);
    return 0;
}
