// Height and speed of shallow water in a basin, stepped through time by turns, with walls.
// run: 2 2 1
// run: 7 5 3
// run: 39 43 5
// bench: 1000 1000 30
#include "../kernel.h"

static void flow(int h, int w, int steps, float dt, float height[restrict h][w], float u[restrict h][w + 1],
                 float v[restrict h + 1][w])
{
    int t, x, y;
#pragma scop
    for (t = 0; t < steps; t++) {
        for (y = 0; y < h; y++)
            for (x = 1; x < w; x++)
                u[y][x] -= dt * 9.81f * (height[y][x] - height[y][x - 1]);
        for (y = 1; y < h; y++)
            for (x = 0; x < w; x++)
                v[y][x] -= dt * 9.81f * (height[y][x] - height[y - 1][x]);
        for (y = 0; y < h; y++) {
            u[y][0] = 0;
            u[y][w] = 0;
        }
        for (x = 0; x < w; x++) {
            v[0][x] = 0;
            v[h][x] = 0;
        }
        for (y = 0; y < h; y++)
            for (x = 0; x < w; x++)
                height[y][x] -= dt * (u[y][x + 1] - u[y][x] + v[y + 1][x] - v[y][x]);
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int h = kernel_size(argc, argv, 1, 8), w = kernel_size(argc, argv, 2, 8), steps = kernel_size(argc, argv, 3, 2);
    float(*height)[w] = kernel_floats((size_t)h * w, 1, 2), (*u)[w + 1] = kernel_floats((size_t)h * (w + 1), -1, 1);
    float(*v)[w] = kernel_floats((size_t)(h + 1) * w, -1, 1);
    kernel_start();
    flow(h, w, steps, 0.01f, height, u, v);
    kernel_stop();
    kernel_hash(height, sizeof(float[h][w]));
    kernel_hash(u, sizeof(float[h][w + 1]));
    kernel_hash(v, sizeof(float[h + 1][w]));
    kernel_print(height[h / 2][w / 2]);
    free(height);
    free(u);
    free(v);
    return 0;
}
