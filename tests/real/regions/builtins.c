// PENCIL builtins before and after the loops of a region that nobody marked belong to it: documents' listings as printed.
// run: 9
// parallel: 6
// kernels: 3
// gcc: -Wno-stringop-overflow
#include <pave/pencil.h>
#include <stdio.h>
#include <stdlib.h>

static void difference(int nx, int ny, int nz, int al[restrict static nx][ny][nz], int x[restrict static nx][ny][nz],
                       int rho[restrict static nx][ny][nz])
{
    int a0, am1;
    for (int i1 = 0; i1 < nx; i1++) {
        for (int j1 = 0; j1 < ny; j1++) {
            for (int k1 = 1; k1 < nz; k1++) {
                a0 = al[i1][j1][k1];
                am1 = al[i1][j1][k1 - 1];
                x[i1][j1][k1] = a0 + am1;
            }
        }
    }
    for (int i2 = 0; i2 < nx; i2++) {
        for (int j2 = 0; j2 < ny; j2++) {
            for (int k2 = 0; k2 < nz - 1; k2++) {
                a0 = al[i2][j2][k2];
                rho[i2][j2][k2] = a0 + (x[i2][j2][k2 + 1] - x[i2][j2][k2]);
            }
        }
    }
    __pencil_kill(a0, am1);
}

/* Elements so far away that no iteration writes what another one reads. */
static void fetch(int n, int m, int size, int row[const restrict static size])
{
    __pencil_assume(m > n);
    for (int i = 0; i < n; i++)
        row[i] = row[i + m] * 3;
}

static int al[10][10][10], x[10][10][10], rho[10][10][10];

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 5;
    unsigned s = 0;
    for (int i = 0; i < 1000; i++)
        s = s * 3 + 1, al[i / 100][i / 10 % 10][i % 10] = (int)(s % 1000);
    difference(10, 10, 10, al, x, rho);
    s = 0;
    for (int i = 0; i < 1000; i++)
        s = s * 3 + (unsigned)rho[i / 100][i / 10 % 10][i % 10];
    fetch(n, n + 1, 2 * n + 1, &rho[0][0][0]);
    for (int i = 0; i < 2 * n + 1; i++)
        s = s * 3 + (unsigned)(&rho[0][0][0])[i];
    printf("%u\n", s);
    return 0;
}
