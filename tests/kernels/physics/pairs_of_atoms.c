// Forces between all pairs of atoms in structures, each pair once: what one gets, the other gets with the other sign.
// run: 1 2
// run: 5 3
// run: 33 3
// bench: 2000 3
#include "../kernel.h"

struct vector {
    double x, y, z;
};

struct atom {
    struct vector place, speed, force;
};

static double move(int n, int steps, double dt, struct atom a[n])
{
    double energy = 0;
#pragma scop
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < n; i++) {
            a[i].force.x = 0;
            a[i].force.y = 0;
            a[i].force.z = 0;
        }
        energy = 0;
        for (int i = 0; i < n; i++)
            for (int j = i + 1; j < n; j++) {
                double dx = a[i].place.x - a[j].place.x;
                double dy = a[i].place.y - a[j].place.y;
                double dz = a[i].place.z - a[j].place.z;
                double near = 1 / (dx * dx + dy * dy + dz * dz + 0.5);
                double push = near * near * (2 * near - 1);
                energy += near * near - near;
                a[i].force.x += push * dx;
                a[i].force.y += push * dy;
                a[i].force.z += push * dz;
                a[j].force.x -= push * dx;
                a[j].force.y -= push * dy;
                a[j].force.z -= push * dz;
            }
        for (int i = 0; i < n; i++) {
            a[i].speed.x += dt * a[i].force.x;
            a[i].speed.y += dt * a[i].force.y;
            a[i].speed.z += dt * a[i].force.z;
            a[i].place.x += dt * a[i].speed.x;
            a[i].place.y += dt * a[i].speed.y;
            a[i].place.z += dt * a[i].speed.z;
        }
    }
#pragma endscop
    return energy;
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 8), steps = kernel_size(argc, argv, 2, 2);
    struct atom *a = kernel_doubles((size_t)9 * n, -3, 3);
    kernel_start();
    double energy = move(n, steps, 0.01, a);
    kernel_stop();
    kernel_hash(a, sizeof(struct atom[n]));
    kernel_print(energy);
    free(a);
    return 0;
}
