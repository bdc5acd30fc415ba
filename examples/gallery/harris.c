/* Corners of an image by the detector of Harris and Stephens: gradients, their products, sums over a window, the response,
 * and the pixels where it is largest around. The image is drawn here: turned squares and discs. */
#include "gallery.h"

#include <math.h>
#include <stdio.h>

#define H 1536
#define W 1536
#define TIMES 5

static float image[H][W], dx[H][W], dy[H][W], xx[H][W], xy[H][W], yy[H][W], response[H][W];
static unsigned char corner[H][W], picture[H][W][3];

static void draw(void)
{
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            float u = 0.9553f * x + 0.2955f * y, v = 0.9553f * y - 0.2955f * x + 500;
            int square = ((int)(u / 96) + (int)(v / 96)) % 2;
            float a = x % 256 - 128.f, b = y % 256 - 128.f;
            image[y][x] = a * a + b * b < 1600 ? 0.75f : square ? 0.2f : 0.9f;
        }
}

static void find_corners(void)
{
    for (int y = 1; y < H - 1; y++)
        for (int x = 1; x < W - 1; x++) {
            dx[y][x] = (image[y - 1][x + 1] - image[y - 1][x - 1]) + 2 * (image[y][x + 1] - image[y][x - 1]) +
                       (image[y + 1][x + 1] - image[y + 1][x - 1]);
            dy[y][x] = (image[y + 1][x - 1] - image[y - 1][x - 1]) + 2 * (image[y + 1][x] - image[y - 1][x]) +
                       (image[y + 1][x + 1] - image[y - 1][x + 1]);
        }
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            xx[y][x] = dx[y][x] * dx[y][x];
            xy[y][x] = dx[y][x] * dy[y][x];
            yy[y][x] = dy[y][x] * dy[y][x];
        }
    for (int y = 2; y < H - 2; y++)
        for (int x = 2; x < W - 2; x++) {
            float a = 0, b = 0, c = 0;
            for (int i = -2; i <= 2; i++)
                for (int j = -2; j <= 2; j++) {
                    a += xx[y + i][x + j];
                    b += xy[y + i][x + j];
                    c += yy[y + i][x + j];
                }
            response[y][x] = a * c - b * b - 0.05f * (a + c) * (a + c);
        }
    for (int y = 3; y < H - 3; y++)
        for (int x = 3; x < W - 3; x++) {
            float r = response[y][x];
            int is_largest = r > 20;
            for (int i = -1; i <= 1; i++)
                for (int j = -1; j <= 1; j++)
                    if (response[y + i][x + j] > r)
                        is_largest = 0;
            corner[y][x] = is_largest;
        }
}

int main(int argc, char **argv)
{
    int n = 0;
    draw();
    double begin = now();
    for (int t = 0; t < TIMES; t++)
        find_corners();
    print_time(now() - begin);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            int is_near = 0;
            for (int i = -2; i <= 2; i++)
                for (int j = -2; j <= 2; j++)
                    is_near |= y + i >= 0 && y + i < H && x + j >= 0 && x + j < W && corner[y + i][x + j];
            unsigned char gray = (unsigned char)(255 * image[y][x]);
            picture[y][x][0] = is_near ? 255 : gray;
            picture[y][x][1] = picture[y][x][2] = is_near ? 0 : gray;
            n += corner[y][x];
        }
    printf("%d corners\n", n);
    write_color(argc > 1 ? argv[1] : "harris.png", W, H, &picture[0][0][0]);
    return 0;
}
