// Bodies that attract one another: the acceleration of each by all, with a softened distance, then a step of all.
// run: 1 1
// run: 7 2
// run: 70 3
// bench: 3000 3
// bench-gpu: 65536 2
#include "../kernel.h"

typedef struct {
    float x, y, z, mass;
} body;

static void advance(int n, int steps, float dt, body *restrict bodies, float (*restrict speed)[3],
                    float (*restrict force)[3])
{
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < n; i++) {
            float ax = 0, ay = 0, az = 0;
            for (int j = 0; j < n; j++) {
                float dx = bodies[j].x - bodies[i].x, dy = bodies[j].y - bodies[i].y, dz = bodies[j].z - bodies[i].z;
                float square = dx * dx + dy * dy + dz * dz + 0.01f;
                float inverse = 1.0f / sqrtf(square);
                float pull = bodies[j].mass * inverse * inverse * inverse;
                ax += dx * pull;
                ay += dy * pull;
                az += dz * pull;
            }
            force[i][0] = ax;
            force[i][1] = ay;
            force[i][2] = az;
        }
        for (int i = 0; i < n; i++) {
            for (int d = 0; d < 3; d++)
                speed[i][d] += dt * force[i][d];
            bodies[i].x += dt * speed[i][0];
            bodies[i].y += dt * speed[i][1];
            bodies[i].z += dt * speed[i][2];
        }
    }
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 9), steps = kernel_size(argc, argv, 2, 2);
    body *bodies = kernel_floats((size_t)n * 4, 0, 1);
    float(*speed)[3] = kernel_floats((size_t)n * 3, -1, 1), (*force)[3] = kernel_zeros(n, sizeof(*force));
    kernel_start();
    advance(n, steps, 0.01f, bodies, speed, force);
    kernel_stop();
    kernel_hash(bodies, n * sizeof(*bodies));
    kernel_hash(speed, n * sizeof(*speed));
    kernel_print(bodies[n / 2].x);
    free(bodies);
    free(speed);
    free(force);
    return 0;
}
