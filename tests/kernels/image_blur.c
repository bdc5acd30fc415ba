// A grey image blurred in two passes, rows then columns, and clamped to bytes.
// run: 3 3
// run: 9 6
// run: 64 48
#include <stdio.h>
#include <stdlib.h>

static void blur(int h, int w, const unsigned char in[h][w], unsigned short across[h][w], unsigned char out[h][w])
{
#pragma scop
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            across[y][x] = (unsigned short)(in[y][x - 1] + 2 * in[y][x] + in[y][x + 1]);
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            int value = (across[y - 1][x] + 2 * across[y][x] + across[y + 1][x] + 7) / 15;
            out[y][x] = (unsigned char)(value > 255 ? 255 : value);
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    int h = argc > 1 ? atoi(argv[1]) : 5, w = argc > 2 ? atoi(argv[2]) : 7;
    unsigned char(*in)[w] = malloc(sizeof(unsigned char[h][w])), (*out)[w] = calloc((size_t)h, sizeof(*out));
    unsigned short(*across)[w] = calloc((size_t)h, sizeof(*across));
    unsigned sum = 0;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            in[y][x] = (unsigned char)((x * x + 31 * y) % 256);
    blur(h, w, (const unsigned char(*)[w])in, across, out);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            sum = sum * 33 + out[y][x] + across[y][x];
    printf("%u\n", sum);
    free(in);
    free(across);
    free(out);
    return 0;
}
