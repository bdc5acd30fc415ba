// Structures that are only there where the program looks at them: a NULL pointer in a loop that does not run, under a
// condition on data, behind && and ?:, after a break.
// run: 5 0
// run: 5 3
// says: whether .y->v. is looked at depends on data
// run: 0 0
#include <stddef.h>

struct vec {
    int n;
    float *v;
    float scale;
};

void flagged(int n, const int *restrict flag, struct vec *y)
{
    for (int i = 0; i < n; i++)
        if (flag[i])
            y->v[i] = (float)flag[i];
}

void optional(int n, const struct vec *bias, float *restrict out)
{
    for (int i = 0; i < n; i++)
        out[i] += bias ? bias->v[i] * bias->scale : 0.5f;
}

void nested(int n, int m, const struct vec *x, float *restrict out)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            out[i] += x->v[j];
}

void triangle(int n, const struct vec *x, float *restrict out)
{
    for (int i = 0; i < n; i++)
        for (int j = 1; j < i; j++)
            out[i] += x->v[j] * x->scale;
}

void stops(int n, int k, const struct vec *x, float *restrict out)
{
    for (int i = 0; i < n; i++) {
        if (i == k)
            break;
        out[i] -= x->v[i];
    }
}

void both(int n, int m, const struct vec *x, float *restrict out)
{
    for (int i = 0; i < n && i < m; i++)
        out[i] *= 2;
    for (int i = 0; m > 0 && i < x->n; i++)
        out[i] += 1;
}

void divides(int n, int a, int b, float *restrict out)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < a / b; j++)
            out[i] += 0.25f;
}
