// run: 20
// run: 1
/* Pointers that go through several rows of an array: what they lead to is in another row for the loops around them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 20 };
typedef struct {
    double v[4][4];
} matrix;
static double grid[MOST + 1][MOST], out[MOST * MOST];
static float image[MOST][MOST][3];
static matrix matrices[MOST];

static void below(int n)
{
    for (int i = 0; i < n - 1; i++) {
        double *p = grid[0];
        p[(i + 1) * MOST + 1] = i;
        out[i] = grid[i][1];
    }
}

static void whole(int n)
{
    for (int t = 0; t < 3; t++) {
        double *p = &grid[0][0];
        for (int i = 0; i < n * MOST; i++)
            p[i] += t;
        for (int i = 0; i < n; i++)
            out[i] += grid[i][i];
    }
}

static void pixels(int n)
{
    for (int y = 0; y < n; y++) {
        float *px = image[y][0];
        for (int x = 0; x < n; x++, px += 3) {
            px[0] = px[1] * .5f + px[2];
            px[1] = x;
        }
        px = image[y][0];
        for (int x = 1; x < n; x++)
            out[y * MOST + x] += px[x * 3 + 1] - px[x * 3 - 3];
    }
}

static void next_row(double (*m)[MOST], int n)
{
    for (int i = 0; i < n; i++) {
        double *row = m[i];
        for (int j = 0; j < n; j++)
            row[j] = row[j + MOST] + j;
    }
}

static void columns(double (*m)[MOST], int n)
{
    for (int j = 0; j < n; j++) {
        double *p = &m[0][j];
        for (int i = 0; i < n; i++) {
            *p = *p * .5 + i;
            p += MOST;
        }
    }
}

static void add(double *m)
{
    for (int i = 0; i < 16; i++)
        m[i] += i;
}

static void flat(int n)
{
    for (int k = 0; k < n; k++) {
        add(matrices[k].v[0]);
        out[k] += matrices[k].v[3][2];
    }
    for (int k = 0; k < n; k++) {
        memset(grid[0], 0, (k + 1) * MOST * sizeof(double));
        out[k] += grid[k][3];
        grid[k][3] = k;
    }
}

static void print(const char *name)
{
    double sum = 0;
    for (int i = 0; i < MOST; i++)
        for (int j = 0; j < MOST; j++)
            sum += grid[i][j] * (i + j * 3 + 1) + image[i][j][0] * 3 + image[i][j][1] * i + out[i * MOST + j] * j +
                   matrices[i].v[j % 4][j / 5];
    printf("%s %a\n", name, sum);
}

int main(int argc, char **argv)
{
    int n = atoi(argv[argc - 1]);
    for (int i = 0; i < MOST; i++)
        for (int j = 0; j < MOST; j++) {
            grid[i][j] = (i * 7 + j * 3) % 11;
            image[i][j][1] = (i + j) % 5;
            image[i][j][2] = i;
        }
    below(n);
    print("below");
    whole(n);
    print("whole");
    pixels(n);
    print("pixels");
    next_row(grid, n);
    print("next row");
    columns(grid, n);
    print("columns");
    flat(n);
    print("flat");
}
