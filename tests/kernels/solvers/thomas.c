// Many tridiagonal systems solved side by side: elimination forward, substitution back.
// run: 1 1
// run: 5 3
// run: 40 37
// gpu: with --shared-memory SIZES
// bench: 2000 1000
#include "../kernel.h"

static void solve(int n, int systems, double low[restrict n][systems], double mid[restrict n][systems],
                  double high[restrict n][systems], double x[restrict n][systems])
{
#pragma scop
    for (int s = 0; s < systems; s++) {
        for (int i = 1; i < n; i++) {
            double factor = low[i][s] / mid[i - 1][s];
            mid[i][s] -= factor * high[i - 1][s];
            x[i][s] -= factor * x[i - 1][s];
        }
        x[n - 1][s] /= mid[n - 1][s];
        for (int i = n - 2; i >= 0; i--)
            x[i][s] = (x[i][s] - high[i][s] * x[i + 1][s]) / mid[i][s];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 8), systems = kernel_size(argc, argv, 2, 6);
    size_t cells = (size_t)n * systems;
    double(*low)[systems] = kernel_doubles(cells, -1, 1), (*mid)[systems] = kernel_doubles(cells, 3, 4);
    double(*high)[systems] = kernel_doubles(cells, -1, 1), (*x)[systems] = kernel_doubles(cells, -1, 1);
    kernel_start();
    solve(n, systems, low, mid, high, x);
    kernel_stop();
    kernel_hash(mid, sizeof(double[n][systems]));
    kernel_hash(x, sizeof(double[n][systems]));
    kernel_print(x[n / 2][systems / 2]);
    free(low);
    free(mid);
    free(high);
    free(x);
    return 0;
}
