// Pointers in structures to what only their declarations describe: structures without a name, constants, rows of an array.
// run: 50
// run: 0
// parallel: 5
// kernels: 3
#include <stdio.h>
#include <stdlib.h>

typedef const double *numbers;

struct cloud {
    int n;
    const double *mass;
    numbers charge;
    double *const weight;
    struct {
        float x, y;
        int kind;
    } * point;
    double (**grid)[4];
};

void weigh(struct cloud *c)
{
    for (int i = 0; i < c->n; i++)
        c->weight[i] = 9.5 * c->mass[i] + c->charge[i];
}

void shift(struct cloud *c, float dx)
{
    for (int i = 0; i < c->n; i++) {
        c->point[i].x += dx;
        c->point[i].y -= dx * c->point[i].kind;
    }
}

void spread(const struct cloud *c, double *restrict to)
{
    for (int i = 0; i < c->n; i++)
        to[i] = c->mass[i] * c->point[i].y;
}

void smooth(struct cloud *c)
{
    for (int i = 0; i < c->n; i++)
        for (int k = 0; k < 4; k++)
            (*c->grid)[i][k] = 0.5 * k + i;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0;
    double *memory = calloc(6 * n + 1, sizeof(double)), (*rows)[4] = calloc(n + 1, sizeof(*rows));
    struct cloud cloud = {.n = n, .mass = memory, .charge = memory + 1, .weight = memory + n + 1, .grid = &rows};
    cloud.point = calloc(n + 1, sizeof(*cloud.point));
    for (int i = 0; i < n; i++) {
        memory[i] = i % 7;
        cloud.point[i].kind = i % 3;
    }
    weigh(&cloud);
    shift(&cloud, 0.25f);
    spread(&cloud, memory + 3 * n);
    smooth(&cloud);
    for (int i = 0; i < n; i++)
        printf("%a %a %a %a %a\n", memory[i], cloud.weight[i], cloud.point[i].y, memory[3 * n + i], rows[i][3]);
    free(cloud.point);
    free(rows);
    free(memory);
    return 0;
}
