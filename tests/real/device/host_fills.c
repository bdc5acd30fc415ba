// run: 30 5
// run: 2 1
// kernels: 2
// Functions of unknown effect change an array between kernels, by a pointer that they are given and by one that they keep.
#include <stdio.h>
#include <stdlib.h>

void keep(float *where, int n);
void change_kept(int step);
void fill(float *row, int n, int step);

static void run(float *a, float *b, int n, int steps)
{
    for (int t = 0; t < steps; t++) {
        fill(a, n, t);
        for (int i = 1; i < n; i++)
            b[i] = a[i - 1] + b[i] * 0.5f;
        change_kept(t);
        for (int i = 1; i < n; i++)
            a[i] += b[i] * 0.25f;
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 10, steps = argc > 2 ? atoi(argv[2]) : 3;
    float *a = calloc(n, sizeof(*a)), *b = calloc(n, sizeof(*b));
    keep(b, n);
    run(a, b, n, steps);
    for (int i = 0; i < n; i++)
        printf("%a %a\n", a[i], b[i]);
    free(a);
    free(b);
    return 0;
}
