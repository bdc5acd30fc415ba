// Rows behind pointers that lie anywhere: one after the other, all the same, shifted into each other, exchanged.
// run: 11 8
// run: 3 16
// run: 0 0
// parallel: 3
// kernels: 1
#include <stdio.h>
#include <stdlib.h>

#define MOST 16

static float memory[4 * MOST * MOST];

static void blend(float **to, float **from, int n, int m)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            to[i][j] = from[i][j] * 0.5f + to[i][j] * 0.25f;
}

static void shift_rows(float **a, int n, int m)
{
    for (int i = 1; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] += a[i - 1][j];
}

static void place(float **rows, int n, int start, int step)
{
    for (int i = 0; i < n; i++)
        rows[i] = memory + start + i * step;
}

int main(int argc, char **argv)
{
    float *a[MOST], *b[MOST];
    int n = atoi(argv[1]), m = atoi(argv[2]);
    for (int i = 0; i < 4 * MOST * MOST; i++)
        memory[i] = i % 17 * 0.5f;
    place(a, n, 0, MOST);
    place(b, n, 2 * MOST * MOST, MOST);
    blend(a, b, n, m); /* apart */
    place(b, n, 5, MOST);
    blend(a, b, n, m); /* five elements off */
    place(b, n, MOST, 0);
    blend(b, a, n, m); /* all rows the same, and one of the others */
    place(b, n, 3, 1);
    blend(b, a, n, m); /* rows that overlap in themselves */
    shift_rows(b, n, m);
    for (int i = 0; i + 1 < n; i += 2) {
        float *other = a[i];
        a[i] = a[i + 1];
        a[i + 1] = other;
    }
    shift_rows(a, n, m);
    for (int i = 0; i < 4 * MOST * MOST; i++)
        printf("%a\n", memory[i]);
    return argc < 3;
}
