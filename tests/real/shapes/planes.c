// run: 40 30
// run: 1 5
// run: 6 6
// parallel: 5
/* Planes of one array behind each other, as in a lattice-Boltzmann code: the product of two sizes is the distance of planes. */
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int nx, ny;
    float rest;
} params;

static void start(const params p, float *restrict f) {
    for (int jj = 0; jj < p.ny; jj++)
        for (int ii = 0; ii < p.nx; ii++) {
            f[(0 * p.ny * p.nx) + (ii + jj * p.nx)] = p.rest * 4.f / 9.f;
            f[(1 * p.ny * p.nx) + (ii + jj * p.nx)] = p.rest / 9.f;
            f[(2 * p.ny * p.nx) + (ii + jj * p.nx)] = p.rest / 36.f + jj;
        }
}

static void collide(const params *p, float *restrict f, const float *restrict g) {
    for (int jj = 0; jj < p->ny; jj++)
        for (int ii = 0; ii < p->nx; ii++) {
            const int at = ii + jj * p->nx;
            float sum = g[at] + g[p->nx * p->ny + at] + g[2 * p->nx * p->ny + at];
            f[at] = sum * 0.25f;
            f[p->nx * p->ny + at] += sum;
            f[2 * p->nx * p->ny + at] -= sum * 0.5f;
        }
}

/* The planes are named by their distance. */
static void swap(int nx, int ny, float *restrict f) {
    int plane = nx * ny;
    for (int jj = 0; jj < ny; jj++)
        for (int ii = 0; ii < nx; ii++) {
            float t = f[plane + jj * nx + ii];
            f[plane + jj * nx + ii] = f[2 * plane + jj * nx + ii];
            f[2 * plane + jj * nx + ii] = t;
        }
}

/* Rows at a distance that is no multiple of the planes: iterations meet where "off" is less than "ny". */
static void meet(int nx, int ny, int off, float *restrict f) {
    for (int jj = 0; jj < ny; jj++)
        for (int ii = 0; ii < nx; ii++)
            f[off * nx + (ii + jj * nx)] = f[ii + jj * nx] + 1;
}

int main(int argc, char **argv) {
    params p = {argc > 2 ? atoi(argv[1]) : 4, argc > 2 ? atoi(argv[2]) : 3, 0.5f};
    int n = 3 * p.nx * p.ny;
    float *f = malloc(n * sizeof *f), *g = malloc(n * sizeof *g);
    start(p, f);
    for (int i = 0; i < n; i++)
        g[i] = f[n - 1 - i] + i % 5;
    collide(&p, f, g);
    swap(p.nx, p.ny, f);
    meet(p.nx, p.ny, 1, f);
    meet(p.nx, p.ny, p.ny, f);
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum = sum * 0.7 + f[i];
    printf("%.17g\n", sum);
    return 0;
}
