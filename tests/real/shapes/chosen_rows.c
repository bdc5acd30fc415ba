// run: 9 7 5
// run: 1 1 1
// run: 2 0 3
// run: 4 6 1
// parallel: 6
// kernels: 2
/* Neighbours in linear memory, chosen by conditions: at the border a cell is its own neighbour, or that on the other side. */
#include <stdio.h>
#include <stdlib.h>

void diffuse(int nx, int ny, int nz, const float *from, float *to)
{
    for (int z = 0; z < nz; z++)
        for (int y = 0; y < ny; y++)
            for (int x = 0; x < nx; x++) {
                int c = x + y * nx + z * nx * ny;
                int w = (x == 0) ? c : c - 1;
                int e = (x == nx - 1) ? c : c + 1;
                int n = (y == 0) ? c : c - nx;
                int s = (y == ny - 1) ? c : c + nx;
                int b = (z == 0) ? c : c - nx * ny;
                int t = (z == nz - 1) ? c : c + nx * ny;
                to[c] = 0.4f * from[c] + 0.1f * (from[w] + from[e] + from[n] + from[s] + from[b] + from[t]);
            }
}

void around(int rows, int cols, const double *restrict from, double *restrict to)
{
    for (int i = 0; i < rows; i++) {
        int above = i > 0 ? i - 1 : rows - 1, below = i < rows - 1 ? i + 1 : 0;
        for (int j = 0; j < cols; j++)
            to[i * cols + j] = from[above * cols + j] - from[below * cols + (j < cols - 1 ? j + 1 : 0)];
    }
}

int main(int argc, char **argv)
{
    int nx = argc > 1 ? atoi(argv[1]) : 3, ny = argc > 2 ? atoi(argv[2]) : 3, nz = argc > 3 ? atoi(argv[3]) : 3;
    float a[400], b[400];
    double u[400], v[400];
    for (int i = 0; i < 400; i++) {
        a[i] = (float)(i * 7 % 31);
        b[i] = -1;
        u[i] = i * 5 % 23;
        v[i] = 0;
    }
    diffuse(nx, ny, nz, a, b);
    diffuse(nx, ny, nz - 1, b, b + nx * ny); /* they overlap */
    around(nx, ny, u, v);
    for (int i = 0; i < 400; i++)
        printf("%g %g%c", b[i], v[i], i % 20 == 19 ? '\n' : ' ');
    return 0;
}
