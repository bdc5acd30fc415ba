// Two nests that share the scalar a0 and can be fused completely (002, Listing 3, schedule (17)).
// run: 1 1 2
// run: 2 3 4
// flags: --autodetect
// expect: exact
#include <stdio.h>
#include <stdlib.h>
#pragma GCC diagnostic ignored "-Wunused-label"

static void foo(int Nx, int Ny, int Nz, int a[restrict static Nx][Ny][Nz], int x[restrict static Nx][Ny][Nz],
                int rho[restrict static Nx][Ny][Nz])
{
    int a0, am1;
    for (int i1 = 0; i1 < Nx; i1++)
        for (int j1 = 0; j1 < Ny; j1++)
            for (int k1 = 1; k1 < Nz; k1++) {
            S1: a0 = a[i1][j1][k1];
            S2: am1 = a[i1][j1][k1 - 1];
            S3: x[i1][j1][k1] = a0 + am1;
            }
    for (int i2 = 0; i2 < Nx; i2++)
        for (int j2 = 0; j2 < Ny; j2++)
            for (int k2 = 0; k2 < Nz - 1; k2++) {
            S4: a0 = a[i2][j2][k2];
            S5: rho[i2][j2][k2] = a0 + (x[i2][j2][k2 + 1] - x[i2][j2][k2]);
            }
}

int main(int argc, char **argv)
{
    int Nx = argc > 1 ? atoi(argv[1]) : 1, Ny = argc > 2 ? atoi(argv[2]) : 2;
    int Nz = argc > 3 ? atoi(argv[3]) : 3;
    int a[Nx][Ny][Nz], x[Nx][Ny][Nz], rho[Nx][Ny][Nz], sum = 0;
    for (int i = 0; i < Nx; i++)
        for (int j = 0; j < Ny; j++)
            for (int k = 0; k < Nz; k++)
                a[i][j][k] = (i * 7 + j * 3 + k) % 9, x[i][j][k] = 2, rho[i][j][k] = 3;
    foo(Nx, Ny, Nz, a, x, rho);
    for (int i = 0; i < Nx; i++)
        for (int j = 0; j < Ny; j++)
            for (int k = 0; k < Nz; k++)
                sum += (i * 9 + j * 5 + k + 1) * (x[i][j][k] + 4 * rho[i][j][k]);
    printf("%d\n", sum);
    return 0;
}
