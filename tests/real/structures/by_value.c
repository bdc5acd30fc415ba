// Structures as arguments, results and elements: copies that a callee may change.
// run: 17 9
// run: 1 2
// parallel: 7
// kernels: 3
#include <stdio.h>
#include <stdlib.h>

#define MOST 24

typedef struct {
    float m[4];
} vec;
typedef struct {
    int n, ld;
    double *data;
    double border[3];
} view;

static double store[2 * MOST * MOST];
static vec cloud[MOST], moved[MOST];

static inline vec add(vec a, vec b)
{
    for (int k = 0; k < 4; k++)
        a.m[k] += b.m[k];
    return a;
}

static void smooth(view to, view from)
{
    for (int i = 1; i < to.n - 1; i++)
        for (int j = 1; j < to.n - 1; j++)
            to.data[i * to.ld + j] = from.data[(i - 1) * from.ld + j] + from.data[i * from.ld + j - 1] * from.border[1];
    to.n = 0;
    from.border[1] = 9;
}

static view shrink(view v)
{
    v.data += v.ld + 1;
    v.n -= 2;
    for (int k = 0; k < 3; k++)
        v.border[k] *= 0.5;
    return v;
}

static void move_all(int n, vec by)
{
    for (int i = 0; i < n; i++)
        moved[i] = add(cloud[i], by);
    for (int i = 0; i < n; i++)
        cloud[i] = moved[n - 1 - i];
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]), m = atoi(argv[2]);
    view a = {n, MOST, store, {0.5, 0.25, 0.125}}, b = {n, MOST, store + MOST * MOST, {1, 0.5, 0.25}};
    vec by = {{0.5f, m, -1, 2}};
    for (int i = 0; i < 2 * MOST * MOST; i++)
        store[i] = i % 13 * 0.25;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 4; k++)
            cloud[i].m[k] = i + k * 0.5f;
    smooth(a, b);
    smooth(shrink(b), a);
    move_all(n, by);
    printf("%d %d %a\n", a.n, b.n, a.border[1]);
    for (int i = 0; i < 2 * MOST * MOST; i++)
        printf("%a\n", store[i]);
    for (int i = 0; i < n; i++)
        printf("%a %a\n", cloud[i].m[1], moved[i].m[3]);
    return argc < 3;
}
