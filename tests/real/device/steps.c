// A loop of time that prints, checks and exchanges, around parts for a device.
// run: 18 4
// run: 3 1
// run: 2 0
// parallel: 4
// kernels: 3
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST 24

static double now[MOST][MOST], next[MOST][MOST], force[MOST];
static int reports;

static double residual(int n)
{
    double most = 0;
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++) {
            double d = fabs(next[i][j] - now[i][j]);
            most = d > most ? d : most;
        }
    return most;
}

static void simulate(int n, int steps)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < n; i++)
            force[i] = (t + i) % 3 * 0.5;
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                next[i][j] = (now[i - 1][j] + now[i + 1][j] + now[i][j - 1] + now[i][j + 1]) * 0.25 + force[i];
        printf("step %d: %a\n", t, residual(n));
        reports++;
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                now[i][j] = next[i][j];
    }
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]), steps = atoi(argv[2]);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            now[i][j] = (i * 3 + j) % 5 * 0.125;
    simulate(n, steps);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            printf("%a\n", now[i][j]);
    printf("%d\n", reports);
    return argc < 3;
}
