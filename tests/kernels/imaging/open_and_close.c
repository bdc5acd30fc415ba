// Bright specks removed from an image: the smallest of each window, then the largest of each window.
// run: 3 3
// run: 9 7
// run: 40 45
#include "../kernel.h"

static void open_image(int h, int w, const unsigned char in[restrict h][w], unsigned char low[restrict h][w],
                       unsigned char out[restrict h][w])
{
#pragma scop
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            unsigned char least = in[y][x];
            for (int v = y > 0 ? y - 1 : 0; v <= (y < h - 1 ? y + 1 : h - 1); v++)
                for (int u = x > 0 ? x - 1 : 0; u <= (x < w - 1 ? x + 1 : w - 1); u++)
                    if (in[v][u] < least)
                        least = in[v][u];
            low[y][x] = least;
        }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            unsigned char most = low[y][x];
            for (int v = y > 0 ? y - 1 : 0; v <= (y < h - 1 ? y + 1 : h - 1); v++)
                for (int u = x > 0 ? x - 1 : 0; u <= (x < w - 1 ? x + 1 : w - 1); u++)
                    if (low[v][u] > most)
                        most = low[v][u];
            out[y][x] = most;
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    int h = kernel_size(argc, argv, 1, 10), w = kernel_size(argc, argv, 2, 12);
    unsigned char(*in)[w] = kernel_bytes((size_t)h * w, 0, 256), (*low)[w] = kernel_zeros((size_t)h * w, 1);
    unsigned char(*out)[w] = kernel_zeros((size_t)h * w, 1);
    kernel_start();
    open_image(h, w, (const unsigned char(*)[w])in, low, out);
    kernel_stop();
    kernel_hash(low, sizeof(unsigned char[h][w]));
    kernel_hash(out, sizeof(unsigned char[h][w]));
    kernel_print(out[h / 2][w / 2]);
    free(in);
    free(low);
    free(out);
    return 0;
}
