// Members of structures that look invariant and are not: changed through a pointer to the member, through characters, by a
// function that is called, by an assignment of the whole structure. The loops must see each change.
// run: 6
// run: 12
// parallel: 4
#include <stdio.h>
#include <stdlib.h>

struct list {
    int n;
    int *v;
};

struct list shared;

void count_down(struct list *p, int *q, int *restrict out)
{
    for (int i = 0; i < p->n; i++) {
        out[i] = 10 * i;
        *q -= i % 2;
    }
}

void bytes(struct list *p, unsigned char *c, int *restrict out)
{
    for (int i = 0; i < p->n; i++) {
        out[i] += p->n;
        c[0] = (unsigned char)(c[0] - (i == 2));
    }
}

static void shrink(void)
{
    shared.n--;
}

void calls(int *restrict out)
{
    for (int i = 0; i < shared.n; i++) {
        out[i] += 100;
        shrink();
    }
}

void replaced(struct list a, struct list *b, int *restrict out)
{
    for (int i = 0; i < a.n; i++) {
        out[i] += 1000;
        if (i == 1)
            a.n = b->n / 2;
    }
}

void through_itself(struct list *p, int m)
{
    for (int i = 0; i < m; i++)
        p->v[i] = p->n - i;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4, *out = calloc(n + 1, sizeof(int));
    struct list a = {n, malloc(sizeof(int) * (n + 1))};
    for (int i = 0; i < n; i++)
        a.v[i] = i;
    count_down(&a, &a.n, out);
    printf("%d\n", a.n);
    a.n = n;
    bytes(&a, (unsigned char *)&a.n, out);
    printf("%d\n", a.n);
    a.n = shared.n = n;
    calls(out);
    replaced(a, &a, out);
    struct list overlaid = {7, &overlaid.n};
    through_itself(&overlaid, 1);
    printf("%d %d\n", overlaid.n, shared.n);
    for (int i = 0; i < n; i++)
        printf("%d %d\n", out[i], a.v[i]);
    return 0;
}
