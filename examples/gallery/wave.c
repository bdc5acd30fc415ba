/* A wave in two dimensions that meets a wall with two slits: the finite differences of every textbook. */
#include "gallery.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define N 512
#define FRAMES 40
#define STEPS 40

static double u[3][N][N];
static double speed[N][N];
static unsigned char picture[N / 2][N / 2][3];

static void step(double (*restrict next)[N], double (*restrict current)[N], double (*restrict last)[N])
{
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            next[i][j] = 2 * current[i][j] - last[i][j] +
                         speed[i][j] * (current[i - 1][j] + current[i + 1][j] + current[i][j - 1] + current[i][j + 1] -
                                        4 * current[i][j]);
}

static void show(double (*field)[N])
{
    for (int i = 0; i < N / 2; i++)
        for (int j = 0; j < N / 2; j++) {
            double v = 4 * field[2 * i][2 * j];
            int high = v > 1 ? 255 : v > 0 ? (int)(255 * v) : 0, low = v < -1 ? 255 : v < 0 ? (int)(-255 * v) : 0;
            int is_wall = speed[2 * i][2 * j] == 0;
            picture[i][j][0] = (unsigned char)(is_wall ? 90 : 255 - low);
            picture[i][j][1] = (unsigned char)(is_wall ? 90 : 255 - low / 2 - high / 2);
            picture[i][j][2] = (unsigned char)(is_wall ? 90 : 255 - high);
        }
    add_frame(&picture[0][0][0]);
}

int main(int argc, char **argv)
{
    double seconds = 0, energy = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            int is_slit = (i > 200 && i < 220) || (i > 290 && i < 310);
            speed[i][j] = j > 180 && j < 188 && !is_slit ? 0 : 0.25;
        }
    begin_movie(argc > 1 ? argv[1] : "wave.png", N / 2, N / 2, FRAMES, 15);
    for (int frame = 0, t = 0; frame < FRAMES; frame++) {
        double begin = now();
        for (int k = 0; k < STEPS; k++, t++) {
            step(u[(t + 1) % 3], u[t % 3], u[(t + 2) % 3]);
            for (int i = 0; i < N; i++)
                u[(t + 1) % 3][i][4] = sin(0.15 * t);
        }
        seconds += now() - begin;
        show(u[t % 3]);
    }
    end_movie();
    print_time(seconds);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            energy += u[0][i][j] * u[0][i][j];
    printf("energy %.17g\n", energy);
    return 0;
}
