// run: 7 5 6
// run: 12 12 12
// run: 1 1 1
// run: 3 0 2
// run: 2 4 0
// parallel: 16
// kernels: 3
/* The faces and edges of a box of cells in one array, as boundary conditions of flow codes set them. The size of a plane
 * stands between the size of a row and a number of planes that does not change either. */
#include <stdio.h>
#include <stdlib.h>

#define AT(i, j, k) ((i) + (nx + 2) * (j) + (nx + 2) * (ny + 2) * (k))
#define BEFORE(k, j, i) (((k) * (ny) + (j)) * (nx) + (i))

/* Faces across each axis. */
static void faces(int nx, int ny, int nz, int side, double *x)
{
    int i, j;
    for (i = 1; i <= nx; i++)
        for (j = 1; j <= ny; j++) {
            x[AT(i, j, 0)] = side == 3 ? -x[AT(i, j, 1)] : x[AT(i, j, 1)];
            x[AT(i, j, nz + 1)] = side == 3 ? -x[AT(i, j, nz)] : x[AT(i, j, nz)];
        }
    for (i = 1; i <= ny; i++)
        for (j = 1; j <= nz; j++) {
            x[AT(0, i, j)] = side == 1 ? -x[AT(1, i, j)] : x[AT(1, i, j)];
            x[AT(nx + 1, i, j)] = side == 1 ? -x[AT(nx, i, j)] : x[AT(nx, i, j)];
        }
    for (i = 1; i <= nx; i++)
        for (j = 1; j <= nz; j++) {
            x[AT(i, 0, j)] = side == 2 ? -x[AT(i, 1, j)] : x[AT(i, 1, j)];
            x[AT(i, ny + 1, j)] = side == 2 ? -x[AT(i, ny, j)] : x[AT(i, ny, j)];
        }
}

/* Edges along each axis. */
static void edges(int nx, int ny, int nz, double *x)
{
    for (int i = 1; i <= nx; i++) {
        x[AT(i, 0, 0)] = 0.5 * (x[AT(i, 1, 0)] + x[AT(i, 0, 1)]);
        x[AT(i, 0, nz + 1)] = 0.5 * (x[AT(i, 0, nz)] + x[AT(i, 1, nz + 1)]);
        x[AT(i, ny + 1, nz + 1)] = 0.5 * (x[AT(i, ny, nz + 1)] + x[AT(i, ny + 1, nz)]);
    }
    for (int i = 1; i <= ny; i++) {
        x[AT(0, i, 0)] = 0.5 * (x[AT(1, i, 0)] + x[AT(0, i, 1)]);
        x[AT(nx + 1, i, nz + 1)] = 0.5 * (x[AT(nx, i, nz + 1)] + x[AT(nx + 1, i, nz)]);
    }
    for (int i = 1; i <= nz; i++)
        x[AT(nx + 1, ny + 1, i)] = 0.5 * (x[AT(nx + 1, ny, i)] + x[AT(nx, ny + 1, i)]);
}

/* The planes outermost in the text, and a number of them in the argument. */
static void plane(int nx, int ny, int from, int to, const double *a, double *b)
{
    for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++)
            b[BEFORE(to, j, i)] = b[BEFORE(to, j, i)] + a[BEFORE(from, j, i)];
}

/* Planes at a distance that is none of whole planes: iterations meet. */
static void shifted(int nx, int ny, int off, double *x)
{
    for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++)
            x[nx * 2 * off + j * nx + i] = 0.5 * x[j * nx + i] + 1;
}

int main(int argc, char **argv)
{
    int nx = argc > 3 ? atoi(argv[1]) : 3, ny = argc > 3 ? atoi(argv[2]) : 4, nz = argc > 3 ? atoi(argv[3]) : 5;
    int n = (nx + 2) * (ny + 2) * (nz + 2);
    double *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y), sum = 0;
    for (int i = 0; i < n; i++) {
        x[i] = i % 17 * 0.5 - i % 5;
        y[i] = i % 3;
    }
    for (int side = 0; side < 4; side++) {
        faces(nx, ny, nz, side, x);
        edges(nx, ny, nz, x);
    }
    plane(nx, ny, 1, 0, x, y);
    plane(nx, ny, 0, nz, x, x);
    shifted(nx, ny, ny / 2, y);
    for (int i = 0; i < n; i++)
        sum += x[i] * (i % 7) + y[i] * (i % 11);
    printf("%.10g\n", sum);
    free(x);
    free(y);
    return 0;
}
