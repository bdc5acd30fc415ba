// run: 40 7
// run: 1 1
// run: 33 0
// kernels: 6
// Arrays stay on the device while the host executes statements between kernels: printing, calls of unknown effect, values that it
// computes for kernels.
#include <stdio.h>
#include <stdlib.h>

void seen(const float *v, int n);
void change(float *v, int n, int t);
void look(int t);
void publish(float *v);

/* Prints one element a step. */
static void print_steps(float *restrict u, float *restrict v, int n, int steps)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            v[i] = 0.25f * (u[i - 1] + 2 * u[i] + u[i + 1]);
        for (int i = 1; i < n - 1; i++)
            u[i] = v[i] + t;
        printf("step %d: %g\n", t, u[n / 2]);
    }
}

/* The host reads all of one array, and changes a part of another, in some steps. */
static void calls(float *restrict u, float *restrict v, float *restrict w, int n, int steps)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < n; i++)
            v[i] = u[i] * 0.5f + w[n - 1 - i];
        if (t % 3 == 1)
            seen(v, n);
        if (t % 2 == 0)
            change(u, n, t);
        for (int i = 0; i < n; i++)
            w[i] = v[i] - u[n - 1 - i];
    }
}

/* What "look" can reach is not told by its arguments. */
static void strangers(float *a, float *restrict b, int n, int steps)
{
    float own[64];
    for (int i = 0; i < n; i++)
        own[i] = a[i];
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < n; i++)
            a[i] = a[i] * 0.75f + own[i];
        look(t);
        for (int i = 0; i < n; i++)
            b[i] = a[i] + own[n - 1 - i];
        for (int i = 0; i < n; i++)
            own[i] = b[i] * 0.125f;
    }
}

/* A scalar that the host computes in each step goes to the kernel by value. */
static void scalars(float *restrict a, int n, int steps)
{
    for (int t = 0; t < steps; t++) {
        float factor = (float)(rand() % 8) / 8;
        for (int i = 0; i < n; i++)
            a[i] = a[i] * factor + t;
        printf("%d\n", t);
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 40, steps = argc > 2 ? atoi(argv[2]) : 7;
    float u[64], v[64], w[64];
    for (int i = 0; i < 64; i++) {
        u[i] = (float)((i * 7) % 11);
        v[i] = (float)((i * 5) % 13);
        w[i] = (float)(i % 3);
    }
    srand(5);
    print_steps(u, v, n, steps);
    calls(u, v, w, n, steps);
    publish(u);
    strangers(u, v, n, steps);
    scalars(w, n, steps);
    for (int i = 0; i < n; i++)
        printf("%g %g %g\n", u[i], v[i], w[i]);
    return 0;
}
