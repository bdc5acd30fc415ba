// Heat flow with implicit steps in alternating directions: a tridiagonal system per column, then one per row.
// run: 3 1
// run: 9 4
// run: 43 6
// gpu: Oclgrind --device=h200 --shared-memory
// bench: 1000 50
// bench-gpu: 2000 1000
#include "../kernel.h"

static void adi(int n, int steps, double u[restrict n][n], double v[restrict n][n], double p[restrict n][n],
                double q[restrict n][n])
{
    double first, second, a, b, c, d, e, f;
#pragma scop
    first = 2.0 * n * n / steps;
    second = 1.0 * n * n / steps;
    a = -first / 2.0;
    b = 1.0 + first;
    c = a;
    d = -second / 2.0;
    e = 1.0 + second;
    f = d;
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++) {
            v[0][i] = 1.0;
            p[i][0] = 0.0;
            q[i][0] = v[0][i];
            for (int j = 1; j < n - 1; j++) {
                p[i][j] = -c / (a * p[i][j - 1] + b);
                q[i][j] = (-d * u[j][i - 1] + (1.0 + 2.0 * d) * u[j][i] - f * u[j][i + 1] - a * q[i][j - 1]) /
                          (a * p[i][j - 1] + b);
            }
            v[n - 1][i] = 1.0;
            for (int j = n - 2; j >= 1; j--)
                v[j][i] = p[i][j] * v[j + 1][i] + q[i][j];
        }
        for (int i = 1; i < n - 1; i++) {
            u[i][0] = 1.0;
            p[i][0] = 0.0;
            q[i][0] = u[i][0];
            for (int j = 1; j < n - 1; j++) {
                p[i][j] = -f / (d * p[i][j - 1] + e);
                q[i][j] = (-a * v[i - 1][j] + (1.0 + 2.0 * a) * v[i][j] - c * v[i + 1][j] - d * q[i][j - 1]) /
                          (d * p[i][j - 1] + e);
            }
            u[i][n - 1] = 1.0;
            for (int j = n - 2; j >= 1; j--)
                u[i][j] = p[i][j] * u[i][j + 1] + q[i][j];
        }
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 20), steps = kernel_size(argc, argv, 2, 4);
    double(*u)[n] = kernel_doubles((size_t)n * n, 0, 2), (*v)[n] = kernel_zeros((size_t)n * n, sizeof(double));
    double(*p)[n] = kernel_zeros((size_t)n * n, sizeof(double)), (*q)[n] = kernel_zeros((size_t)n * n, sizeof(double));
    kernel_start();
    adi(n, steps, u, v, p, q);
    kernel_stop();
    kernel_hash(u, sizeof(double[n][n]));
    kernel_hash(v, sizeof(double[n][n]));
    kernel_hash(p, sizeof(double[n][n]));
    kernel_hash(q, sizeof(double[n][n]));
    kernel_print(u[n / 2][n / 2]);
    free(u);
    free(v);
    free(p);
    free(q);
    return 0;
}
