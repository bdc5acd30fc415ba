// Grids of three dimensions behind pointers to pointers: stencils that read whole boxes of rows but for the smallest grids, faces,
// and grids whose rows meet.
// run: 7 9 10
// run: 3 3 3
// run: 3 3 1
// run: 5 4 2
// run: 4 3 0
// flags: --parallel-threshold=0
// parallel: 4
// kernels: 1
#include <stdio.h>
#include <stdlib.h>

#define MOST 12

static double memory[3][MOST * MOST * MOST];

static void smooth(double ***r, double ***u, int n1, int n2, int n3, const double c[3])
{
    int i1, i2, i3;
    double edge[MOST], corner[MOST];
    for (i3 = 1; i3 < n3 - 1; i3++)
        for (i2 = 1; i2 < n2 - 1; i2++) {
            for (i1 = 0; i1 < n1; i1++) {
                edge[i1] = r[i3][i2 - 1][i1] + r[i3][i2 + 1][i1] + r[i3 - 1][i2][i1] + r[i3 + 1][i2][i1];
                corner[i1] = r[i3 - 1][i2 - 1][i1] + r[i3 - 1][i2 + 1][i1] + r[i3 + 1][i2 - 1][i1] +
                             r[i3 + 1][i2 + 1][i1];
            }
            for (i1 = 1; i1 < n1 - 1; i1++)
                u[i3][i2][i1] += c[0] * r[i3][i2][i1] + c[1] * (r[i3][i2][i1 - 1] + r[i3][i2][i1 + 1] + edge[i1]) +
                                 c[2] * (corner[i1] + edge[i1 - 1] + edge[i1 + 1]);
        }
}

static void residual(double ***u, double ***v, double ***r, int n1, int n2, int n3)
{
    for (int i3 = 1; i3 < n3 - 1; i3++)
        for (int i2 = 1; i2 < n2 - 1; i2++)
            for (int i1 = 1; i1 < n1 - 1; i1++)
                r[i3][i2][i1] = v[i3][i2][i1] - 0.125 * (u[i3 - 1][i2 - 1][i1] + u[i3 - 1][i2 + 1][i1] +
                                                         u[i3 + 1][i2 - 1][i1] + u[i3 + 1][i2 + 1][i1]);
}

static void faces(double ***u, int n1, int n2, int n3)
{
    for (int i3 = 1; i3 < n3 - 1; i3++) {
        for (int i2 = 1; i2 < n2 - 1; i2++) {
            u[i3][i2][n1 - 1] = u[i3][i2][1];
            u[i3][i2][0] = u[i3][i2][n1 - 2];
        }
        for (int i1 = 0; i1 < n1; i1++) {
            u[i3][n2 - 1][i1] = u[i3][1][i1];
            u[i3][0][i1] = u[i3][n2 - 2][i1];
        }
    }
}

/* Rows one after the other, "step" elements apart; the last plane repeats an earlier one where "is_folded". */
static double ***make(double *from, int n2, int n3, int step, int is_folded)
{
    double ***grid = malloc(n3 * sizeof(*grid));
    for (int i = 0; i < n3; i++) {
        grid[i] = malloc(n2 * sizeof(**grid));
        for (int j = 0; j < n2; j++)
            grid[i][j] = from + ((is_folded && i == n3 - 1 ? 0 : i) * n2 + j) * step;
    }
    return grid;
}

int main(int argc, char **argv)
{
    int n3 = atoi(argv[1]), n2 = atoi(argv[2]), n1 = atoi(argv[3]);
    const double c[3] = {0.5, 0.25, 0.125};
    for (int i = 0; i < 3 * MOST * MOST * MOST; i++)
        memory[0][i] = i % 23 * 0.25;
    double ***a = make(memory[0], n2, n3, MOST, 0), ***b = make(memory[1], n2, n3, MOST, 0);
    double ***v = make(memory[2], n2, n3, MOST, 0), ***near = make(memory[0] + 5, n2, n3, MOST, 0);
    double ***folded = make(memory[1], n2, n3, MOST, 1), ***thin = make(memory[1], n2, n3, 3, 0);
    smooth(a, b, n1, n2, n3, c);
    residual(a, v, b, n1, n2, n3);
    if (n1 > 1) {
        faces(b, n1, n2, n3);
        faces(folded, n1, n2, n3);
        faces(thin, n1, n2, n3);
    }
    smooth(a, near, n1, n2, n3, c);
    smooth(a, a, n1, n2, n3, c);
    residual(a, thin, folded, n1, n2, n3);
    residual(near, a, thin, n1, n2, n3);
    for (int i = 0; i < 3 * MOST * MOST * MOST; i++)
        printf("%a\n", memory[0][i]);
    return argc < 4;
}
