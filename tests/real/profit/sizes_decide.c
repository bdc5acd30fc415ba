// Where sizes are parameters, the work of the whole loop decides at run time whether threads share it: a few long rows count
// as much as many short ones, and a loop that runs often is looked at anew each time.
// run: 3 5
// run: 300 400
// flags: --parallel-threshold=40000 --no-tile
// parallel: 5
// text: if \(\(double\)rows \* cols >= [0-9]+\)
// text: if \(\(double\)\(n - c0 - 1\) \* \(n - c0 - 1\) >= [0-9]+\)
// text: if \(n >= [0-9][0-9]?[0-9]?[0-9]?\)
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void scale(int rows, int cols, float (*restrict to)[cols], float (*restrict from)[cols])
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            to[i][j] = from[i][j] * 2.0f + 1.0f;
}

/* Each step has less to do than the one before. */
void eliminate(int n, double a[restrict n][n])
{
    for (int k = 0; k < n; k++) {
        for (int i = k + 1; i < n; i++)
            a[i][k] /= a[k][k];
        for (int i = k + 1; i < n; i++)
            for (int j = k + 1; j < n; j++)
                a[i][j] -= a[i][k] * a[k][j];
    }
}

/* A call is more work than an addition. */
void bend(int n, float *restrict v)
{
    for (int i = 0; i < n; i++)
        v[i] = expf(v[i] * 0.001f);
}

int main(int argc, char **argv)
{
    int n = argc > 2 ? atoi(argv[1]) : 3, m = argc > 2 ? atoi(argv[2]) : 5;
    float(*a)[m] = malloc(sizeof(float[n][m])), (*b)[m] = malloc(sizeof(float[n][m]));
    double(*c)[n] = malloc(sizeof(double[n][n])), sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            b[i][j] = (float)((i * 7 + j * 3) % 11);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            c[i][j] = 1.0 / (i + j + 1) + (i == j) * n;
    scale(n, m, a, b);
    eliminate(n, c);
    bend(m, a[n - 1]);
    for (int i = 0; i < n; i++)
        sum += (double)a[i][m - 1] + c[i][i];
    printf("%.12g\n", sum);
    free(a);
    free(b);
    free(c);
    return 0;
}
