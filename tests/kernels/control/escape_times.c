// How soon each point of the plane escapes from the iteration z = z z + c: a loop that the data end early.
// run: 1 1 5
// run: 6 5 20
// run: 33 41 100
// bench: 800 800 300
#include "../kernel.h"

static void escape(int h, int w, int limit, int count[h][w])
{
#pragma scop
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            double cr = -2.0 + 3.0 * x / w, ci = -1.25 + 2.5 * y / h, zr = 0, zi = 0;
            count[y][x] = limit;
            for (int k = 0; k < limit; k++) {
                double square = zr * zr - zi * zi + cr;
                zi = 2 * zr * zi + ci;
                zr = square;
                if (zr * zr + zi * zi > 4) {
                    count[y][x] = k;
                    break;
                }
            }
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    int h = kernel_size(argc, argv, 1, 8), w = kernel_size(argc, argv, 2, 9), limit = kernel_size(argc, argv, 3, 20);
    int(*count)[w] = kernel_zeros((size_t)h * w, sizeof(int));
    kernel_start();
    escape(h, w, limit, count);
    kernel_stop();
    kernel_hash(count, sizeof(int[h][w]));
    kernel_print(count[h / 2][w / 3]);
    free(count);
    return 0;
}
