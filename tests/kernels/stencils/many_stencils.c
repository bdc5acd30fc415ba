// Stencils of one to three dimensions, lopsided and wide, on several arrays, for tiles that overlap in space.
// run: 4 5 1
// run: 9 7 2
// run: 23 31 5
// run: 50 37 8
// gpu: with --overlapped-tiles
// gpu: with --overlapped-tiles SMALL_WINDOWS
// gpu: overlap
#include "../kernel.h"

/* Values go farther to one side than to the other, and a parameter of the time and one of the place go in. */
static void lopsided(int n, int m, int steps, double a[n][m], double b[n][m], const double k[n][m], const double c[steps])
{
#pragma scop
    for (int t = 0; t < steps; t++) {
        for (int i = 2; i < n; i++)
            for (int j = 0; j < m - 1; j++)
                b[i][j] = c[t] * a[i - 2][j + 1] + k[i][j] * a[i][j];
        for (int i = 2; i < n; i++)
            for (int j = 0; j < m - 1; j++)
                a[i][j] = b[i][j] + 0.125 * a[i][j];
    }
#pragma endscop
}

/* The rows that change begin later in each step, and others stay as they are. */
static void narrowing(int n, int m, int steps, double a[n][m], double b[n][m])
{
#pragma scop
    for (int t = 1; t < steps; t++) {
        for (int i = t; i < n - 1; i++)
            for (int j = 1; j < m - 2; j++)
                b[i][j] = 0.3 * a[i - 1][j] + 0.2 * a[i + 1][j - 1] + 0.5 * a[i][j + 2];
        for (int i = t; i < n - 1; i++)
            for (int j = 1; j < m - 2; j++)
                a[i][j] = b[i][j];
    }
#pragma endscop
}

/* Two fields, and a third one that is made of them in each step. */
static void coupled(int n, int m, int steps, float u[n][m], float v[n][m], float w[n][m])
{
#pragma scop
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < m - 1; j++)
                w[i][j] = u[i - 1][j] - u[i + 1][j] + v[i][j - 1] - v[i][j + 1];
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < m - 1; j++) {
                u[i][j] += 0.25f * (w[i][j] - w[i][j - 1]);
                v[i][j] -= 0.25f * (w[i][j] - w[i - 1][j]);
            }
    }
#pragma endscop
}

/* The same relaxation again and again, with a change in between. */
static void restarted(int n, int m, int steps, double a[n][m], double b[n][m])
{
#pragma scop
    for (int r = 0; r < 3; r++) {
        for (int j = 0; j < m; j++)
            a[0][j] += r;
        for (int t = 0; t < steps; t++) {
            for (int i = 1; i < n - 1; i++)
                for (int j = 1; j < m - 1; j++)
                    b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
            for (int i = 1; i < n - 1; i++)
                for (int j = 1; j < m - 1; j++)
                    a[i][j] = b[i][j];
        }
    }
#pragma endscop
}

static void line(int n, int steps, double a[n], double b[n])
{
#pragma scop
    for (int t = 0; t < steps; t++) {
        for (int i = 3; i < n - 1; i++)
            b[i] = 0.5 * a[i - 3] + 0.25 * a[i + 1] - 0.125 * a[i];
        for (int i = 3; i < n - 1; i++)
            a[i] = b[i] - 0.5 * b[i - 1];
    }
#pragma endscop
}

static void box(int n, int m, int steps, double a[n][m][n], double b[n][m][n])
{
#pragma scop
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < m; j++)
                for (int k = 0; k < n - 1; k++)
                    b[i][j][k] = 0.4 * a[i + 1][j][k] + 0.3 * a[i - 1][j - 1][k] - 0.2 * a[i][j][k + 1];
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < m; j++)
                for (int k = 0; k < n - 1; k++)
                    a[i][j][k] = b[i][j][k];
    }
#pragma endscop
}

/* Each value needs new neighbours: tiles that overlap cannot have them. */
static void in_place(int n, int m, int steps, double a[n][m])
{
#pragma scop
    for (int t = 0; t < steps; t++)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < m - 1; j++)
                a[i][j] = 0.2 * (a[i - 1][j] + a[i][j - 1] + a[i][j] + a[i][j + 1] + a[i + 1][j]);
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 20), m = kernel_size(argc, argv, 2, 18), steps = kernel_size(argc, argv, 3, 4);
    double(*a)[m] = kernel_doubles((size_t)n * m, -1, 1), (*b)[m] = kernel_doubles((size_t)n * m, -1, 1);
    double(*k)[m] = kernel_doubles((size_t)n * m, -1, 1), *c = kernel_doubles((size_t)steps, -1, 1);
    double(*x)[m][n] = kernel_doubles((size_t)n * m * n, -1, 1), (*y)[m][n] = kernel_doubles((size_t)n * m * n, -1, 1);
    float(*u)[m] = kernel_floats((size_t)n * m, -1, 1), (*v)[m] = kernel_floats((size_t)n * m, -1, 1);
    float(*w)[m] = kernel_floats((size_t)n * m, -1, 1);
    kernel_start();
    lopsided(n, m, steps, a, b, k, c);
    narrowing(n, m, steps, a, k);
    coupled(n, m, steps, u, v, w);
    restarted(n, m, steps, b, a);
    line(n * m, steps, &a[0][0], &k[0][0]);
    box(n, m, steps, x, y);
    in_place(n, m, steps, a);
    kernel_stop();
    kernel_hash(a, sizeof(double[n][m]));
    kernel_hash(b, sizeof(double[n][m]));
    kernel_hash(k, sizeof(double[n][m]));
    kernel_hash(u, sizeof(float[n][m]));
    kernel_hash(v, sizeof(float[n][m]));
    kernel_hash(w, sizeof(float[n][m]));
    kernel_hash(x, sizeof(double[n][m][n]));
    kernel_hash(y, sizeof(double[n][m][n]));
    kernel_print(a[n / 2][m / 2]);
    free(a);
    free(b);
    free(k);
    free(c);
    free(x);
    free(y);
    free(u);
    free(v);
    free(w);
    return 0;
}
