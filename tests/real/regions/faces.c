// A list of nests over the faces of a box, behind global pointers: the elements that some of them access are not known well, and
// the list as a whole gains nothing. The others are parallel by themselves. Then a chain of conditions on a name.
// run: 18 x
// run: 19 ramp
// parallel: 11
// kernels: 2
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define U(x, y, z) u[((x) * (ny - 1) + (y)) * nz + (z)]
#define V(x, y, z) v[((x) * ny + (y)) * (nz - 1) + (z)]

static int nx, ny, nz;
static double *u, *v, *old_ux, *old_vx, *old_vy, *old_uz;

static void absorb(double c)
{
    int x = 0, y, z;
    for (y = 0; y < ny - 1; y++)
        for (z = 0; z < nz; z++) {
            U(x, y, z) = old_ux[y * nz + z] + c * (U(x + 1, y, z) - U(x, y, z));
            old_ux[y * nz + z] = U(x + 1, y, z);
        }
    for (y = 0; y < ny; y++)
        for (z = 0; z < nz - 1; z++) {
            V(x, y, z) = old_vx[y * (nz - 1) + z] + c * (V(x + 1, y, z) - V(x, y, z));
            old_vx[y * (nz - 1) + z] = V(x + 1, y, z);
        }
    y = 0;
    for (x = 0; x < nx; x++)
        for (z = 0; z < nz - 1; z++) {
            V(x, y, z) = old_vy[x * (nz - 1) + z] + c * (V(x, y + 1, z) - V(x, y, z));
            old_vy[x * (nz - 1) + z] = V(x, y + 1, z);
        }
    z = 0;
    for (x = 0; x < nx; x++)
        for (y = 0; y < ny - 1; y++) {
            U(x, y, z) = old_uz[x * (ny - 1) + y] + c * (U(x, y, z + 1) - U(x, y, z));
            old_uz[x * (ny - 1) + y] = U(x, y, z + 1);
        }
}

static void fill(const char *name, int n)
{
    if (!strcmp(name, "x")) {
        for (int i = 0; i < n; i++)
            u[i] = i % 7;
    } else if (!strcmp(name, "ramp")) {
        for (int i = 0; i < n; i++)
            u[i] = i;
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 20, size = n * n * n;
    nx = n, ny = n + 1, nz = n + 2;
    u = calloc(2 * size + 999, sizeof(*u)), v = calloc(2 * size + 999, sizeof(*v));
    old_ux = calloc(size, sizeof(*u)), old_vx = calloc(size, sizeof(*u));
    old_vy = calloc(size, sizeof(*u)), old_uz = calloc(size, sizeof(*u));
    for (int i = 0; i < size; i++)
        v[i] = 1 + i % 5;
    fill(argc > 2 ? argv[2] : "x", size);
    for (int step = 0; step < 3; step++)
        absorb(0.5);
    double sum = 0;
    for (int i = 0; i < size; i++)
        sum = sum * 0.75 + u[i] - v[i];
    printf("%.17g %g %g\n", sum, u[size / 2], v[size / 2]);
    return 0;
}
