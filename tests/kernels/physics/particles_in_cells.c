// Particles leave their charge in the cells they are in, the field is summed up along the line, and moves them.
// run: 1 2 1
// run: 9 4 3
// run: 500 32 4
#include "../kernel.h"

static void move(int particles, int cells, int steps, double dt, double place[restrict particles],
                 double speed[restrict particles], double charge[restrict cells], double field[restrict cells])
{
#pragma scop
    for (int t = 0; t < steps; t++) {
        for (int c = 0; c < cells; c++)
            charge[c] = -(double)particles / cells;
        for (int p = 0; p < particles; p++)
            charge[(int)place[p]] += 1;
        field[0] = 0;
        for (int c = 1; c < cells; c++)
            field[c] = field[c - 1] + 0.5 * (charge[c - 1] + charge[c]);
        for (int p = 0; p < particles; p++) {
            speed[p] += dt * field[(int)place[p]];
            place[p] += dt * speed[p];
            if (place[p] < 0)
                place[p] = 0;
            if (place[p] >= cells)
                place[p] = cells - 0.5;
        }
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int particles = kernel_size(argc, argv, 1, 20), cells = kernel_size(argc, argv, 2, 8);
    int steps = kernel_size(argc, argv, 3, 2);
    double *place = kernel_doubles(particles, 0, cells), *speed = kernel_doubles(particles, -1, 1);
    double *charge = kernel_zeros(cells, sizeof(double)), *field = kernel_zeros(cells, sizeof(double));
    kernel_start();
    move(particles, cells, steps, 0.05, place, speed, charge, field);
    kernel_stop();
    kernel_hash(place, sizeof(double[particles]));
    kernel_hash(speed, sizeof(double[particles]));
    kernel_hash(charge, sizeof(double[cells]));
    kernel_hash(field, sizeof(double[cells]));
    kernel_print(place[particles / 2]);
    free(place);
    free(speed);
    free(charge);
    free(field);
    return 0;
}
