// Steps of bodies that attract one another, kept as structures with arrays in them.
// run: 2 1
// run: 5 3
// run: 40 4
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct body {
    double at[3], speed[3];
    double mass;
};

static void move(int n, int steps, double dt, struct body *b, double (*force)[3])
{
#pragma scop
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < n; i++) {
            for (int d = 0; d < 3; d++)
                force[i][d] = 0.0;
            for (int j = 0; j < n; j++) {
                double far = 0.01;
                for (int d = 0; d < 3; d++)
                    far += (b[j].at[d] - b[i].at[d]) * (b[j].at[d] - b[i].at[d]);
                for (int d = 0; d < 3; d++)
                    force[i][d] += b[j].mass * (b[j].at[d] - b[i].at[d]) / (far * sqrt(far));
            }
        }
        for (int i = 0; i < n; i++)
            for (int d = 0; d < 3; d++) {
                b[i].speed[d] += dt * force[i][d];
                b[i].at[d] += dt * b[i].speed[d];
            }
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4, steps = argc > 2 ? atoi(argv[2]) : 2;
    struct body *b = malloc(sizeof(struct body[n]));
    double(*force)[3] = malloc(sizeof(double[n][3])), sum = 0;
    for (int i = 0; i < n; i++) {
        b[i].mass = 1 + i % 4;
        for (int d = 0; d < 3; d++) {
            b[i].at[d] = (i * 17 + d * 29) % 23 / 5.0;
            b[i].speed[d] = (i + d) % 3 - 1.0;
        }
    }
    move(n, steps, 0.01, b, force);
    for (int i = 0; i < n; i++)
        for (int d = 0; d < 3; d++)
            sum = sum * 0.9 + b[i].at[d] + b[i].speed[d];
    printf("%a\n", sum);
    free(b);
    free(force);
    return 0;
}
