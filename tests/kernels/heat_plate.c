// Steps of heat flowing in a plate: each cell becomes the mean of its neighbours, two arrays in turn.
// run: 3 0
// run: 4 1
// run: 40 12
// gpu: hexagons
#include <stdio.h>
#include <stdlib.h>

static void flow(int n, int steps, float now[n][n], float next[n][n])
{
#pragma scop
    for (int t = 0; t < steps; t++) {
        for (int y = 1; y < n - 1; y++)
            for (int x = 1; x < n - 1; x++)
                next[y][x] = 0.2f * (now[y][x] + now[y][x - 1] + now[y][x + 1] + now[y - 1][x] + now[y + 1][x]);
        for (int y = 1; y < n - 1; y++)
            for (int x = 1; x < n - 1; x++)
                now[y][x] = next[y][x];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 10, steps = argc > 2 ? atoi(argv[2]) : 4;
    float(*now)[n] = malloc(sizeof(float[n][n])), (*next)[n] = malloc(sizeof(float[n][n]));
    float sum = 0;
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            now[y][x] = (float)((x * y) % 9) / 4;
            next[y][x] = 0;
        }
    flow(n, steps, now, next);
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++)
            sum = sum * 0.875f + now[y][x] + next[y][x] / 2;
    printf("%a\n", sum);
    free(now);
    free(next);
    return 0;
}
