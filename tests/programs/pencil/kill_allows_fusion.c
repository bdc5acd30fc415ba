// Two nests that share scalar temporaries, killed at the end (004, Listing 12).
// run: 1 1 2
// run: 2 3 4
// flags: --pencil
// expect: exact
#include <pave/pencil.h>
#include <stdio.h>
#include <stdlib.h>
#pragma GCC diagnostic ignored "-Wunused-label"

static void foo(int Nx, int Ny, int Nz, int a[Nx][Ny][Nz], int x[Nx][Ny][Nz], int rho[Nx][Ny][Nz])
{
    int a0, am1;
#pragma scop
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
    __pencil_kill(a0, am1);
#pragma endscop
}

int main(int argc, char **argv)
{
    int Nx = argc > 1 ? atoi(argv[1]) : 1, Ny = argc > 2 ? atoi(argv[2]) : 2;
    int Nz = argc > 3 ? atoi(argv[3]) : 3;
    int size = Nx * Ny * Nz, a[Nx][Ny][Nz], x[Nx][Ny][Nz], rho[Nx][Ny][Nz], sum = 0;
    for (int i = 0; i < size; i++) {
        int p = i / (Ny * Nz), q = i / Nz % Ny, r = i % Nz;
        a[p][q][r] = i * 5 % 9, x[p][q][r] = 2, rho[p][q][r] = 3;
    }
    foo(Nx, Ny, Nz, a, x, rho);
    for (int i = 0; i < size; i++) {
        int p = i / (Ny * Nz), q = i / Nz % Ny, r = i % Nz;
        sum += (i + 1) * (x[p][q][r] + 4 * rho[p][q][r]);
    }
    printf("%d\n", sum);
    return 0;
}
