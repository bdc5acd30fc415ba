// Colours from a sensor that sees one colour per pixel: which one is told by the remainders of the coordinates.
// run: 3 3
// run: 8 9
// run: 43 50
#include "../kernel.h"

static void colors(int h, int w, unsigned short raw[restrict h][w], unsigned short rgb[restrict h][w][3])
{
#pragma scop
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            int cross = (raw[y - 1][x] + raw[y + 1][x] + raw[y][x - 1] + raw[y][x + 1] + 2) / 4;
            int corners = (raw[y - 1][x - 1] + raw[y - 1][x + 1] + raw[y + 1][x - 1] + raw[y + 1][x + 1] + 2) / 4;
            int beside = (raw[y][x - 1] + raw[y][x + 1] + 1) / 2;
            int above = (raw[y - 1][x] + raw[y + 1][x] + 1) / 2;
            if (y % 2 == 0 && x % 2 == 0) {
                rgb[y][x][0] = raw[y][x];
                rgb[y][x][1] = (unsigned short)cross;
                rgb[y][x][2] = (unsigned short)corners;
            } else if (y % 2 == 1 && x % 2 == 1) {
                rgb[y][x][0] = (unsigned short)corners;
                rgb[y][x][1] = (unsigned short)cross;
                rgb[y][x][2] = raw[y][x];
            } else {
                rgb[y][x][0] = (unsigned short)(y % 2 == 0 ? beside : above);
                rgb[y][x][1] = raw[y][x];
                rgb[y][x][2] = (unsigned short)(y % 2 == 0 ? above : beside);
            }
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    int h = kernel_size(argc, argv, 1, 10), w = kernel_size(argc, argv, 2, 12);
    unsigned short(*raw)[w] = kernel_zeros((size_t)h * w, sizeof(unsigned short));
    unsigned short(*rgb)[w][3] = kernel_zeros((size_t)h * w * 3, sizeof(unsigned short));
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            raw[y][x] = (unsigned short)(4096 * kernel_random());
    kernel_start();
    colors(h, w, raw, rgb);
    kernel_stop();
    kernel_hash(rgb, sizeof(unsigned short[h][w][3]));
    kernel_print(rgb[h / 2][w / 2][1]);
    free(raw);
    free(rgb);
    return 0;
}
