// Temporary arrays that each iteration writes before it reads them get a copy per thread, and on a device one per iteration;
// the values that the last iteration leaves in them are read afterwards.
// run: 17 23
// run: 1 5
// run: 0 3
// run: 70 1
// flags: --parallel-threshold=0
// parallel: 14
// kernels: 25
// text: sum_1\[pave_thread\(\)\]
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double grid[8][96][96], next[8][96][96], whole[96][96];

static void row(int n, int m, double a[restrict n][m], double b[restrict n][m], double t[restrict m])
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            t[j] = a[i][j] * 2;
        for (int j = 0; j < m; j++)
            b[i][j] = t[j] + t[m - 1 - j];
    }
}

static void product(int n, int m, double a[restrict n][n][m], double c[restrict m][m], double *restrict sum)
{
    for (int r = 0; r < n; r++)
        for (int q = 0; q < n; q++) {
            for (int p = 0; p < m; p++) {
                sum[p] = 0;
                for (int s = 0; s < m; s++)
                    sum[p] += a[r][q][s] * c[s][p];
            }
            for (int p = 0; p < m; p++)
                a[r][q][p] = sum[p];
        }
}

static void triangle(int n, double a[restrict n][n], double b[restrict n][n], double t[restrict n])
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++)
            t[j] = a[i][j];
        for (int j = 0; j <= i; j++)
            b[i][j] = t[j] - t[i - j];
    }
}

static void phases(int n, int m, double a[restrict n][m], double b[restrict n][m], float t[restrict m], float u[restrict m])
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            t[j] = a[i][j] * 2;
        for (int j = 0; j < m; j++)
            u[j] = t[m - 1 - j] * 3;
        for (int j = 1; j < m; j++)
            t[j] = u[j] + u[m - 1 - j];
        for (int j = 1; j < m; j++)
            b[i][j] = t[m - j];
    }
}

static void local(int n, int m, double a[restrict n][m], double b[restrict n][m])
{
    double t[m];
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            t[j] = a[i][j] + j;
        for (int j = 0; j < m; j++)
            b[i][j] = t[j] * t[m - 1 - j];
    }
}

static void matrix(int n)
{
    for (int k = 0; k < 8; k++) {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                whole[i][j] = grid[k][i][j] * 2;
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                next[k][i][j] = whole[i - 1][j] + whole[i + 1][j] + whole[i][j - 1] + whole[i][j + 1];
    }
}

/* A loop of time around the one that copies make parallel. */
static void steps(int n, int m, double a[restrict n][m], double t[restrict m])
{
    for (int s = 0; s < 3; s++)
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++)
                t[j] = a[i][j] * 0.5;
            for (int j = 0; j < m; j++)
                a[i][j] = t[j] + t[m - 1 - j];
        }
}

static void mean(int n, int m, double a[restrict n][m], double b[restrict n][m], double *restrict sum)
{
    for (int i = 0; i < n; i++) {
        sum[0] = 0;
        for (int j = 0; j < m; j++)
            sum[0] += a[i][j];
        for (int j = 0; j < m; j++)
            b[i][j] = a[i][j] - sum[0] / m;
    }
}

static void print(const char *name, size_t size, const void *data)
{
    unsigned hash = 1;
    for (size_t i = 0; i < size; i++)
        hash = hash * 31 + ((const unsigned char *)data)[i];
    printf("%s %08x\n", name, hash);
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]), m = atoi(argv[2]);
    size_t square = sizeof(double) * 70 * 70, cube = sizeof(double) * 70 * 70 * 23;
    double *a = malloc(cube), *b = calloc(1, square), *c = malloc(square), t[70];
    float u[70], v[70];
    for (int i = 0; i < 70 * 70 * 23; i++)
        a[i] = (i * 7 % 31) * 0.25;
    for (int i = 0; i < 70 * 70; i++)
        c[i] = (i * 5 % 13) * 0.125 - 0.5;
    for (int i = 0; i < 70; i++)
        t[i] = u[i] = v[i] = i;
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 96; j++)
            for (int k = 0; k < 96; k++)
                grid[i][j][k] = (i + 3 * j + 5 * k) % 17;
    row(n, m, (double(*)[m])a, (double(*)[m])b, t);
    print("row", square, b), print("t", sizeof(t), t);
    product(n, m, (double(*)[n][m])a, (double(*)[m])c, t);
    print("product", cube, a), print("t", sizeof(t), t);
    triangle(n, (double(*)[n])a, (double(*)[n])b, t);
    print("triangle", square, b), print("t", sizeof(t), t);
    phases(n, m, (double(*)[m])a, (double(*)[m])b, u, v);
    print("phases", square, b), print("u", sizeof(u), u), print("v", sizeof(v), v);
    local(n, m, (double(*)[m])a, (double(*)[m])b);
    print("local", square, b);
    matrix(n + m);
    print("matrix", sizeof(next), next), print("whole", sizeof(whole), whole);
    steps(n, m, (double(*)[m])a, t);
    print("steps", cube, a), print("t", sizeof(t), t);
    mean(n, m, (double(*)[m])a, (double(*)[m])b, t);
    print("mean", square, b), print("t", sizeof(t), t);
    free(a), free(b), free(c);
    return 0;
}
