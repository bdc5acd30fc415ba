// A structure passed by value, one returned, and a pointer to an element with fields.
// run: 0
// run: 4
// expect: exact
#include <stdio.h>
#include <stdlib.h>

struct vec {
    double x, y;
};

static double dot(struct vec a, struct vec b)
{
    return a.x * b.x + a.y * b.y;
}

static void turn(struct vec *v)
{
    double t = v->x;
    v->x = -v->y;
    v->y = t;
}

static void field(int n, struct vec *v, double *out)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        turn(&v[i]);
        out[i] = dot(v[i], v[0]);
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3;
    struct vec v[n + 1];
    double out[n + 1], sum = 0;
    for (int i = 0; i < n; i++)
        v[i].x = i + 1, v[i].y = 0.5 * i;
    field(n, v, out);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * (out[i] + v[i].x + 2 * v[i].y);
    printf("%.17g\n", sum);
    return 0;
}
