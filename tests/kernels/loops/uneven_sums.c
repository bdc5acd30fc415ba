// Sums whose loops depend on one another in every way: where iterations go side by side, some begin earlier than others,
// some end later, and some have nothing in common.
// run: 1 1
// run: 2 3
// run: 5 4
// run: 9 7
// run: 37 35
// run: 70 41
// gpu: Oclgrind --device=h200 --shared-memory
#include "../kernel.h"

static void uneven(int n, int m, double lower[restrict n][n], double upper[restrict n][n], double band[restrict n][n],
                   double wedge[restrict n][n], double A[restrict n][m])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            for (int l = 0; l < m; l++)
                lower[i][j] += A[i][l] * A[j][l];
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            for (int l = 0; l < m; l++)
                upper[i][j] -= A[i][l] * A[j][l];
    for (int i = 0; i < n; i++)
        for (int j = i - 2 < 0 ? 0 : i - 2; j < n && j <= i + 1; j++)
            for (int l = 0; l < m; l++)
                band[i][j] += A[j][l] * A[i][l];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int l = i; l < m; l++)
                wedge[i][j] += A[i][l] * A[j][l] + 1.0;
#pragma endscop
}

static void shifted(int n, int m, double out[restrict n][m], double in[restrict n + 3][m], double scale[restrict n][n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int k = 0; k <= i && k < 6; k++)
            for (int j = k; j < m; j++)
                out[i][j] += scale[i][k] * in[k + 3][j - k];
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 21), m = kernel_size(argc, argv, 2, 18);
    double(*lower)[n] = kernel_doubles((size_t)n * n, -1, 1), (*upper)[n] = kernel_doubles((size_t)n * n, -1, 1);
    double(*band)[n] = kernel_doubles((size_t)n * n, -1, 1), (*wedge)[n] = kernel_doubles((size_t)n * n, -1, 1);
    double(*A)[m] = kernel_doubles((size_t)n * m, -1, 1), (*in)[m] = kernel_doubles((size_t)(n + 3) * m, -1, 1);
    double(*out)[m] = kernel_doubles((size_t)n * m, -1, 1);
    kernel_start();
    uneven(n, m, lower, upper, band, wedge, A);
    shifted(n, m, out, in, lower);
    kernel_stop();
    kernel_hash(lower, sizeof(double[n][n]));
    kernel_hash(upper, sizeof(double[n][n]));
    kernel_hash(band, sizeof(double[n][n]));
    kernel_hash(wedge, sizeof(double[n][n]));
    kernel_hash(out, sizeof(double[n][m]));
    kernel_print(lower[n / 2][n / 3] + upper[n / 3][n / 2] + band[n / 2][n / 2] + wedge[n / 3][n / 2]);
    free(lower);
    free(upper);
    free(band);
    free(wedge);
    free(A);
    free(in);
    free(out);
    return 0;
}
