// flags: --parallel-threshold=100000
// text: if \(pave_min.* >= 1\) \{
// run: 5
// Pairs of bodies, in wavefronts of tiles: a front of one tile is not worth threads.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct body {
    double x, y, v, w, mass;
};

static void advance(int n, struct body *bodies, double dt)
{
    for (int i = 0; i < n; i++) {
        struct body *b = &bodies[i];
        for (int j = i + 1; j < n; j++) {
            struct body *other = &bodies[j];
            double dx = b->x - other->x, dy = b->y - other->y;
            double distance = sqrt(dx * dx + dy * dy), mag = dt / (distance * distance * distance);
            b->v -= dx * other->mass * mag;
            b->w -= dy * other->mass * mag;
            other->v += dx * b->mass * mag;
            other->w += dy * b->mass * mag;
        }
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3;
    struct body *b = calloc((size_t)n, sizeof(*b));
    for (int i = 0; i < n; i++) {
        b[i].x = i * i;
        b[i].mass = i + 1;
    }
    advance(n, b, 0.01);
    printf("%.17g %.17g\n", b[0].v, b[n - 1].v);
    free(b);
    return 0;
}
