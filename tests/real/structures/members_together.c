// parallel: 2
// run: 50
// Members of the same structure stay in one loop: a loop for each would go through memory as often.
#include <stdio.h>
#include <stdlib.h>

struct body {
    double x, y, z, vx, vy, vz, mass;
};

static void move(int n, struct body *bodies, double dt)
{
    for (int i = 0; i < n; i++) {
        struct body *b = &bodies[i];
        b->x += dt * b->vx;
        b->y += dt * b->vy;
        b->z += dt * b->vz;
    }
}

int main(int argc, char **argv)
{
    static struct body bodies[100];
    int n = argc > 1 ? atoi(argv[1]) : 3;
    for (int i = 0; i < n; i++) {
        bodies[i].vx = i;
        bodies[i].vy = 2 * i;
        bodies[i].vz = 3 - i;
    }
    move(n, bodies, 0.25);
    printf("%g %g %g\n", bodies[n - 1].x, bodies[n - 1].y, bodies[n - 1].z);
    return 0;
}
