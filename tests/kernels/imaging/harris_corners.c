// Corners of an image after Harris: slopes, their products summed over windows, and the response.
// run: 5 5
// run: 9 12
// run: 48 53
// bench: 2000 2000
#include "../kernel.h"

static void harris(int h, int w, float in[restrict h][w], float ix[restrict h][w], float iy[restrict h][w],
                   float sxx[restrict h][w], float sxy[restrict h][w], float syy[restrict h][w],
                   float response[restrict h][w])
{
#pragma scop
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            ix[y][x] = (in[y - 1][x + 1] - in[y - 1][x - 1] + 2 * in[y][x + 1] - 2 * in[y][x - 1] + in[y + 1][x + 1] -
                        in[y + 1][x - 1]) /
                       12;
            iy[y][x] = (in[y + 1][x - 1] - in[y - 1][x - 1] + 2 * in[y + 1][x] - 2 * in[y - 1][x] + in[y + 1][x + 1] -
                        in[y - 1][x + 1]) /
                       12;
        }
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++) {
            sxx[y][x] = 0;
            sxy[y][x] = 0;
            syy[y][x] = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++) {
                    sxx[y][x] += ix[y + dy][x + dx] * ix[y + dy][x + dx];
                    sxy[y][x] += ix[y + dy][x + dx] * iy[y + dy][x + dx];
                    syy[y][x] += iy[y + dy][x + dx] * iy[y + dy][x + dx];
                }
        }
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++) {
            float det = sxx[y][x] * syy[y][x] - sxy[y][x] * sxy[y][x];
            float trace = sxx[y][x] + syy[y][x];
            response[y][x] = det - 0.04f * trace * trace;
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    int h = kernel_size(argc, argv, 1, 12), w = kernel_size(argc, argv, 2, 12);
    float(*in)[w] = kernel_floats((size_t)h * w, 0, 1), (*plane[6])[w];
    for (int i = 0; i < 6; i++)
        plane[i] = kernel_zeros((size_t)h * w, sizeof(float));
    kernel_start();
    harris(h, w, in, plane[0], plane[1], plane[2], plane[3], plane[4], plane[5]);
    kernel_stop();
    for (int i = 0; i < 6; i++)
        kernel_hash(plane[i], sizeof(float[h][w]));
    kernel_print(plane[5][h / 2][w / 2]);
    for (int i = 0; i < 6; i++)
        free(plane[i]);
    free(in);
    return 0;
}
