#include <stdio.h>
#include <stdlib.h>

struct grid {
    int nx, ny;
    double dx;
};

void fill(int b, int t, float *restrict x);
void halves(int n, int m, int *restrict a, const int *restrict b);
void shifted(int b, int t, const float *restrict x, float *restrict y);
void scaled_grid(struct grid p, double *restrict u);
void guarded(int n, const struct grid *p, double *restrict u);
void by_sizes(const int *sizes, float *restrict x);
void constants(int n, const float *restrict x, float *restrict y);
void unsigned_rows(unsigned n, unsigned m, const int *restrict a, int *restrict b);

int main(int argc, char **argv)
{
    int p = argc > 1 ? atoi(argv[1]) : 2, q = argc > 2 ? atoi(argv[2]) : 2, r = argc > 3 ? atoi(argv[3]) : 2;
    int total = p * q * r, room = 2 * total + 64;
    float *x = calloc(room, sizeof(float)), *y = calloc(room, sizeof(float));
    double *u = calloc(room, sizeof(double));
    int *a = calloc(room, sizeof(int)), *b = calloc(room, sizeof(int)), sizes[2] = {p, q};
    struct grid g = {p, q, 0.25};
    for (int i = 0; i < room; i++)
        b[i] = i * 5 % 13;
    fill(p, q, x);
    halves(p, q, a, b);
    shifted(p, q, x, y);
    scaled_grid(g, u);
    guarded(p, p ? &g : NULL, u);
    by_sizes(sizes, x);
    constants(p, x, y);
    unsigned_rows((unsigned)p, (unsigned)q, b, a);
    for (int i = 0; i < room; i++)
        printf("%g %g %g %d\n", x[i], y[i], u[i], a[i]);
    return 0;
}
