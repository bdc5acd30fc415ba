// The frame of a lattice Boltzmann step: flags at the borders, then a condition on them (000, Listing 28).
// run: 1
// run: 2
// expect: may
#include <stdio.h>
#include <stdlib.h>

#ifndef SIDE
#define SIDE 4 /* 128 in the paper */
#endif
#define MAX_SMALL_STEPS 2
#define f(i) f##i

enum { G_W1 = 1, G_W2 = 2, G_W3 = 4, G_W4 = 8, G_W5 = 16, G_W6 = 32, G_BND = 21 };

static float Lattices[2][SIDE][SIDE][SIDE][2];

static void steps(float relax)
{
#pragma scop
    for (unsigned step = 0; step < MAX_SMALL_STEPS; step++) {
        for (unsigned z = 0; z < SIDE; z++) {
            for (unsigned y = 0; y < SIDE; y++) {
                for (unsigned x = 0; x < SIDE; x++) {
                    float f0, f1;
                    int g = 0;
                    if (x == SIDE - 1) g = g | G_W1;
                    if (x == 0) g = g | G_W2;
                    if (y == SIDE - 1) g = g | G_W3;
                    if (y == 0) g = g | G_W4;
                    if (z == SIDE - 1) g = g | G_W5;
                    if (z == 0) g = g | G_W6;
                    f(0) = Lattices[step % 2][z][y][x][0];
                    if (g & G_BND)
                        f(1) = 0;
                    else
                        f(1) = Lattices[step % 2][z][y][x][1];
                    f(1) = f(0) - relax * f(1);
                    Lattices[(step + 1) % 2][z][y][x][0] = f(0) + f(1);
                    Lattices[(step + 1) % 2][z][y][x][1] = f(1);
                }
            }
        }
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    double sum = 0;
    float *p = &Lattices[0][0][0][0][0];
    int cells = 4 * SIDE * SIDE * SIDE;
    for (int i = 0; i < cells; i++)
        p[i] = i % 5;
    steps(argc > 1 ? 0.5f * atoi(argv[1]) : 1);
    for (int i = 0; i < cells; i++)
        sum += (i % 13 + 1) * p[i];
    printf("%.17g\n", sum);
    return 0;
}
