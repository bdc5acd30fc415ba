/* Bodies that attract one another: each one is moved by all others. Two discs of stars meet. */
#include "gallery.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define N 3000
#define STEPS 12
#define SIZE 600

struct body {
    float x, y, z, mass;
};

static struct body body[N];
static float vx[N], vy[N], vz[N];
static unsigned char picture[SIZE][SIZE];

static void move(float dt)
{
    for (int i = 0; i < N; i++) {
        float ax = 0, ay = 0, az = 0;
        for (int j = 0; j < N; j++) {
            float dx = body[j].x - body[i].x, dy = body[j].y - body[i].y, dz = body[j].z - body[i].z;
            float r = dx * dx + dy * dy + dz * dz + 0.01f;
            float f = body[j].mass / (r * sqrtf(r));
            ax += dx * f;
            ay += dy * f;
            az += dz * f;
        }
        vx[i] += dt * ax;
        vy[i] += dt * ay;
        vz[i] += dt * az;
    }
    for (int i = 0; i < N; i++) {
        body[i].x += dt * vx[i];
        body[i].y += dt * vy[i];
        body[i].z += dt * vz[i];
    }
}

int main(int argc, char **argv)
{
    for (int i = 0; i < N; i++) {
        int side = i % 2 ? 1 : -1;
        float r = 0.1f + 0.9f * (float)i / N, a = 2.4f * (float)i, v = sqrtf(0.5f / r);
        body[i] = (struct body){side * 1.2f + r * cosf(a), side * 0.3f + r * sinf(a), 0.05f * sinf(7 * a), 1.f / N};
        vx[i] = -side * 0.4f - v * sinf(a);
        vy[i] = v * cosf(a);
    }
    double begin = now();
    for (int t = 0; t < STEPS; t++)
        move(0.02f);
    print_time(now() - begin);
    double energy = 0;
    for (int i = 0; i < N; i++) {
        int px = SIZE / 2 + (int)(110 * body[i].x), py = SIZE / 2 + (int)(110 * body[i].y);
        if (px >= 0 && px < SIZE - 1 && py >= 0 && py < SIZE - 1)
            picture[py][px] = picture[py + 1][px] = picture[py][px + 1] = 255;
        energy += 0.5 * body[i].mass * (vx[i] * vx[i] + vy[i] * vy[i] + vz[i] * vz[i]);
    }
    printf("kinetic energy %.9g\n", energy);
    write_gray(argc > 1 ? argv[1] : "nbody.png", SIZE, SIZE, &picture[0][0]);
    return 0;
}
