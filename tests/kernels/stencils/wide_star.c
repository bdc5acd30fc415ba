// Second differences of eighth order: four cells on each side, weights in a table, a varying speed.
// run: 8 8 1
// run: 11 13 3
// run: 47 39 4
// bench: 1500 1500 30
#include "../kernel.h"

enum { RADIUS = 4 };

static void step(int h, int w, int steps, const float weight[restrict RADIUS + 1], float speed[restrict h][w],
                 float before[restrict h][w], float now[restrict h][w])
{
    for (int t = 0; t < steps; t++) {
#pragma scop
        for (int y = RADIUS; y < h - RADIUS; y++)
            for (int x = RADIUS; x < w - RADIUS; x++) {
                float sum = 2 * weight[0] * now[y][x];
                for (int r = 1; r <= RADIUS; r++)
                    sum += weight[r] * (now[y][x - r] + now[y][x + r] + now[y - r][x] + now[y + r][x]);
                before[y][x] = 2 * now[y][x] - before[y][x] + speed[y][x] * sum;
            }
        for (int y = RADIUS; y < h - RADIUS; y++)
            for (int x = RADIUS; x < w - RADIUS; x++) {
                float kept = now[y][x];
                now[y][x] = before[y][x];
                before[y][x] = kept;
            }
#pragma endscop
    }
}

int main(int argc, char **argv)
{
    int h = kernel_size(argc, argv, 1, 14), w = kernel_size(argc, argv, 2, 14), steps = kernel_size(argc, argv, 3, 2);
    static const float weight[RADIUS + 1] = {-205.f / 72, 8.f / 5, -1.f / 5, 8.f / 315, -1.f / 560};
    float(*speed)[w] = kernel_floats((size_t)h * w, 0.0625f, 0.125f), (*now)[w] = kernel_floats((size_t)h * w, -1, 1);
    float(*before)[w] = kernel_floats((size_t)h * w, -1, 1);
    kernel_start();
    step(h, w, steps, weight, speed, before, now);
    kernel_stop();
    kernel_hash(now, sizeof(float[h][w]));
    kernel_hash(before, sizeof(float[h][w]));
    kernel_print(now[h / 2][w / 2]);
    free(speed);
    free(now);
    free(before);
    return 0;
}
