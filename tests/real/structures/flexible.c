// Structures with the elements behind them: members without a length, of length 0 and, as older programs have it, of length 1.
// The arrays that the functions write lie in the same memory, before them or behind.
// run: 40
// run: 0
// parallel: 3
// kernels: 2
// says: a subscript of 'v' may exceed its declared length of 1
#include <stdio.h>
#include <stdlib.h>

struct modern {
    int n;
    double v[];
};
struct gnu {
    int n;
    double v[0];
};
struct old {
    int n;
    double v[1];
};
struct pixel {
    int age;
    double v[1]; /* really one */
};

static struct pixel grid[64];

void from_modern(const struct modern *s, double *a, int n)
{
    for (int i = 0; i < n; i++)
        a[i] = 0.5 * s->v[i] + 1;
}

void from_gnu(struct gnu *s, double *restrict a)
{
    for (int i = 0; i < s->n; i++)
        s->v[i] = 0.5 * a[i] + 1;
}

void from_old(struct old *s, double *a, int n)
{
    for (int i = 0; i < n; i++)
        a[i] = 0.5 * s->v[i] + 1;
}

void age_all(void)
{
    for (int i = 0; i < 64; i++)
        for (int c = 0; c < 1; c++)
            grid[i].v[c] += 0.25 * i;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0;
    struct modern *m = calloc(1, 2000);
    struct gnu *g = calloc(1, 2000);
    struct old *o = calloc(1, 2000);
    m->n = g->n = o->n = n;
    from_modern(m, m->v + 1, n);
    from_modern(m, m->v + 100, n);
    from_gnu(g, m->v);
    from_old(o, o->v + 1, n);
    from_old(o, o->v + 100, n);
    age_all();
    for (int i = 0; i < 200; i++)
        printf("%a %a %a %a\n", m->v[i], g->v[i], o->v[i], grid[i % 64].v[0]);
    free(m);
    free(g);
    free(o);
    return 0;
}
