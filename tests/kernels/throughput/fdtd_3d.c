// Maxwell's equations in a box by finite differences in time: three components each of the electric and the magnetic field.
// run: 2 2 2 1
// run: 5 6 4 3
// run: 14 17 19 3
// bench: 100 100 100 10
// bench-gpu: 384 384 384 50
#include "../kernel.h"

struct fields {
    int nx, ny, nz;
    float *ex, *ey, *ez, *hx, *hy, *hz;
};

#define AT(f, i, j, k) (((i) * (f)->ny + (j)) * (f)->nz + (k))

static void advance(struct fields *f, int steps, float c)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < f->nx - 1; i++)
            for (int j = 0; j < f->ny - 1; j++)
                for (int k = 0; k < f->nz - 1; k++) {
                    f->hx[AT(f, i, j, k)] -= c * (f->ez[AT(f, i, j + 1, k)] - f->ez[AT(f, i, j, k)] -
                                                  f->ey[AT(f, i, j, k + 1)] + f->ey[AT(f, i, j, k)]);
                    f->hy[AT(f, i, j, k)] -= c * (f->ex[AT(f, i, j, k + 1)] - f->ex[AT(f, i, j, k)] -
                                                  f->ez[AT(f, i + 1, j, k)] + f->ez[AT(f, i, j, k)]);
                    f->hz[AT(f, i, j, k)] -= c * (f->ey[AT(f, i + 1, j, k)] - f->ey[AT(f, i, j, k)] -
                                                  f->ex[AT(f, i, j + 1, k)] + f->ex[AT(f, i, j, k)]);
                }
        for (int i = 1; i < f->nx; i++)
            for (int j = 1; j < f->ny; j++)
                for (int k = 1; k < f->nz; k++) {
                    f->ex[AT(f, i, j, k)] += c * (f->hz[AT(f, i, j, k)] - f->hz[AT(f, i, j - 1, k)] -
                                                  f->hy[AT(f, i, j, k)] + f->hy[AT(f, i, j, k - 1)]);
                    f->ey[AT(f, i, j, k)] += c * (f->hx[AT(f, i, j, k)] - f->hx[AT(f, i, j, k - 1)] -
                                                  f->hz[AT(f, i, j, k)] + f->hz[AT(f, i - 1, j, k)]);
                    f->ez[AT(f, i, j, k)] += c * (f->hy[AT(f, i, j, k)] - f->hy[AT(f, i - 1, j, k)] -
                                                  f->hx[AT(f, i, j, k)] + f->hx[AT(f, i, j - 1, k)]);
                }
    }
}

int main(int argc, char **argv)
{
    int nx = kernel_size(argc, argv, 1, 6), ny = kernel_size(argc, argv, 2, 7), nz = kernel_size(argc, argv, 3, 8);
    int steps = kernel_size(argc, argv, 4, 2);
    size_t size = (size_t)nx * ny * nz;
    struct fields f = {.nx = nx, .ny = ny, .nz = nz};
    float **all[] = {&f.ex, &f.ey, &f.ez, &f.hx, &f.hy, &f.hz};
    for (int i = 0; i < 6; i++)
        *all[i] = kernel_floats(size, -1, 1);
    kernel_start();
    advance(&f, steps, 0.25f);
    kernel_stop();
    for (int i = 0; i < 6; i++)
        kernel_hash(*all[i], size * sizeof(float));
    kernel_print(f.ez[size / 2]);
    for (int i = 0; i < 6; i++)
        free(*all[i]);
    return 0;
}
