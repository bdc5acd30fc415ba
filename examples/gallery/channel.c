/* Flow in a channel around a cylinder by the lattice Boltzmann method, nine velocities in two dimensions. */
#include "gallery.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define NX 300
#define NY 100
#define STEPS 3000

static const int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const int opposite[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
static const double w[9] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};

static double f[NY][NX][9], g[NY][NX][9], ux[NY][NX], uy[NY][NX];
static int is_solid[NY][NX];
static unsigned char picture[NY][NX][3];

static double equilibrium(int q, double rho, double x, double y)
{
    double c = cx[q] * x + cy[q] * y;
    return w[q] * rho * (1 + 3 * c + 4.5 * c * c - 1.5 * (x * x + y * y));
}

static void collide(void)
{
    for (int y = 0; y < NY; y++)
        for (int x = 0; x < NX; x++) {
            double rho = 0, mx = 0, my = 0;
            for (int q = 0; q < 9; q++) {
                rho += f[y][x][q];
                mx += cx[q] * f[y][x][q];
                my += cy[q] * f[y][x][q];
            }
            mx /= rho;
            my /= rho;
            if (x == 0) { /* the flow comes in */
                mx = 0.1;
                my = 0;
                rho = 1;
            }
            ux[y][x] = is_solid[y][x] ? 0 : mx;
            uy[y][x] = is_solid[y][x] ? 0 : my;
            for (int q = 0; q < 9; q++)
                if (is_solid[y][x])
                    g[y][x][q] = f[y][x][opposite[q]];
                else if (x == 0)
                    g[y][x][q] = equilibrium(q, rho, mx, my);
                else
                    g[y][x][q] = f[y][x][q] - 1.9 * (f[y][x][q] - equilibrium(q, rho, mx, my));
        }
}

static void stream(void)
{
    for (int y = 0; y < NY; y++)
        for (int x = 0; x < NX; x++)
            for (int q = 0; q < 9; q++)
                f[y][x][q] = g[(y - cy[q] + NY) % NY][(x - cx[q] + NX) % NX][q];
}

int main(int argc, char **argv)
{
    for (int y = 0; y < NY; y++)
        for (int x = 0; x < NX; x++) {
            double a = x - NX / 5., b = y - NY / 2. - 2;
            is_solid[y][x] = y == 0 || y == NY - 1 || a * a + b * b < 100;
            for (int q = 0; q < 9; q++)
                f[y][x][q] = equilibrium(q, 1, 0.1, 0.001 * sin(0.1 * x));
        }
    double begin = now();
    for (int t = 0; t < STEPS; t++) {
        collide();
        stream();
    }
    print_time(now() - begin);
    double sum = 0;
    for (int y = 1; y < NY - 1; y++)
        for (int x = 1; x < NX - 1; x++) {
            double curl = uy[y][x + 1] - uy[y][x - 1] - ux[y + 1][x] + ux[y - 1][x];
            int v = (int)(3000 * curl);
            v = v > 255 ? 255 : v < -255 ? -255 : v;
            picture[y][x][0] = (unsigned char)(is_solid[y][x] ? 0 : 255 - (v < 0 ? -v : 0));
            picture[y][x][1] = (unsigned char)(is_solid[y][x] ? 0 : 255 - (v < 0 ? -v : v));
            picture[y][x][2] = (unsigned char)(is_solid[y][x] ? 0 : 255 - (v > 0 ? v : 0));
            sum += curl * curl;
        }
    printf("enstrophy %.17g\n", sum);
    write_color(argc > 1 ? argv[1] : "channel.png", NX, NY, &picture[0][0][0]);
    return 0;
}
