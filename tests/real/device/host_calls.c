// run: 30 4
// run: 5 2
// kernels: 4
// Calls that stay on the host, one in each step of time: the loops beside them run on the device.
#include <stdio.h>
#include <stdlib.h>

void look(int step, const float *v, int n);
int more(void);

static float a[64], b[64], c[64][64];

static void relax(int n, int steps)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            b[i] = (a[i - 1] + a[i + 1]) * 0.5f;
        for (int i = 1; i < n - 1; i++)
            a[i] = b[i];
        printf("step %d: %a\n", t, a[n / 2]);
    }
}

static float spread(int n, int steps)
{
    float last = 0;
    for (int t = 0; t < steps && more(); t++) {
        look(t, a, n);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                c[i][j] += a[i] * b[j] + t;
        last = c[n - 1][t];
        look(t, c[t], n);
        for (int i = 0; i < n; i++) {
            if (c[i][0] > 3)
                look(i, c[i], n);
        }
        for (int j = 0; j < n; j++)
            a[j] = c[0][j] * 0.25f + last;
    }
    return last;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 10, steps = argc > 2 ? atoi(argv[2]) : 3;
    for (int i = 0; i < n; i++)
        a[i] = b[i] = i % 7 * 0.5f;
    relax(n, steps);
    printf("%a\n", spread(n, steps));
    for (int i = 0; i < n; i++)
        printf("%a %a\n", a[i], c[i][n - 1 - i]);
    return 0;
}
