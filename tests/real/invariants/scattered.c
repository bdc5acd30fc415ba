// Bounds and offsets from fields, tables and globals, which a callee or an alias may change.
// run: 14 5
// run: 1 9
// parallel: 7
// kernels: 2
#include <stdio.h>
#include <stdlib.h>

#define MOST 64

struct layer {
    int in, out, offset[3];
    float *weights;
    struct layer *next;
};

static float pool[MOST * MOST], act[2][MOST];
static int limit = MOST;

static void forward(const struct layer *l, const float *restrict in, float *restrict out)
{
    for (int o = 0; o < l->out; o++) {
        float sum = l->weights[l->offset[1] + o];
        for (int i = 0; i < l->in; i++)
            sum += l->weights[o * l->in + i] * in[i];
        out[o] = sum > 0 ? sum : 0;
    }
}

/* The bound changes in the loop: through a pointer that may point to it. */
static void drain(int *count, int *list)
{
    for (int i = 0; i < *count; i++)
        list[i] = list[i] - 1;
}

static void clip(float *v, int n)
{
    for (int i = 0; i < n && i < limit; i++)
        v[i] = v[i] * 0.5f + limit;
}

static void chain(struct layer *first)
{
    int from = 0;
    for (struct layer *l = first; l; l = l->next) {
        forward(l, act[from], act[1 - from]);
        from = 1 - from;
    }
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]), m = atoi(argv[2]), list[8] = {6, 5, 4, 3, 2, 1, 0, 9};
    struct layer second = {m, n, {0, n * m, 1}, pool + 7, NULL}, first = {n, m, {0, n * m, 2}, pool, &second};
    for (int i = 0; i < MOST * MOST; i++)
        pool[i] = (i * 5 % 13 - 6) * 0.25f;
    for (int i = 0; i < MOST; i++)
        act[0][i] = i % 4 - 1;
    chain(&first);
    drain(&list[2], list);
    limit = m;
    clip(act[0], n);
    for (int i = 0; i < MOST; i++)
        printf("%a %a\n", act[0][i], act[1][i]);
    for (int i = 0; i < 8; i++)
        printf("%d\n", list[i]);
    return argc < 3;
}
