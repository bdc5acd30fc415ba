// Steps that read a row and a column which they change themselves: what reaches what, the widest ways, sums that grow, and a
// row of sums whose first element all others read.
// run: 1
// run: 2
// run: 9
// run: 40
// gpu: with --device=h200
// gpu: with --hybrid --shared-memory
// bench: 800
#include "../kernel.h"

static void close_relation(int n, unsigned char reaches[restrict n][n])
{
#pragma scop
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                reaches[i][j] |= reaches[i][k] & reaches[k][j];
#pragma endscop
}

static void widen(int n, float width[restrict n][n])
{
#pragma scop
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                float way = width[i][k] < width[k][j] ? width[i][k] : width[k][j];
                if (way > width[i][j])
                    width[i][j] = way;
            }
#pragma endscop
}

static void grow(int n, double a[restrict n][n])
{
#pragma scop
    for (int k = 0; k < n - 1; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                a[i][j] += 0.125 * a[i][k + 1] * a[k][j];
#pragma endscop
}

static void spread(int n, int steps, double a[restrict n])
{
#pragma scop
    for (int t = 0; t < steps; t++)
        for (int i = 0; i < n; i++)
            a[i] = a[i] * 0.5 + a[0] * 0.25;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 20);
    unsigned char(*reaches)[n] = kernel_bytes((size_t)n * n, 0, 2);
    float(*width)[n] = kernel_floats((size_t)n * n, 0, 100);
    double(*a)[n] = kernel_doubles((size_t)n * n, -1, 1), *b = kernel_doubles((size_t)n, -1, 1);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            reaches[i][j] = reaches[i][j] && (i * 5 + j * 3) % 7 < 2;
    kernel_start();
    close_relation(n, reaches);
    widen(n, width);
    grow(n, a);
    spread(n, 5, b);
    kernel_stop();
    kernel_hash(reaches, sizeof(unsigned char[n][n]));
    kernel_hash(width, sizeof(float[n][n]));
    kernel_hash(a, sizeof(double[n][n]));
    kernel_hash(b, sizeof(double[n]));
    kernel_print(a[n / 2][n / 3]);
    free(reaches);
    free(width);
    free(a);
    free(b);
    return 0;
}
