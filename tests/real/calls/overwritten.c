// run: 20 4
// run: 1 1
// kernels: 1
// A function of unknown effect sees, by a pointer that it was given before, what the next step overwrites.
#include <stdio.h>
#include <stdlib.h>

void publish(float *v);
void look(int t);

static void overwritten(float *a, int n, int steps)
{
#pragma scop
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < n; i++)
            a[i] = i - t * 0.5f;
        look(t);
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 20, steps = argc > 2 ? atoi(argv[2]) : 4;
    float a[64] = {0};
    publish(a);
    overwritten(a, n, steps);
    for (int i = 0; i < n; i++)
        printf("%g\n", a[i]);
    return 0;
}
