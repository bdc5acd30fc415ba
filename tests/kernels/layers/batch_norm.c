// Each channel shifted and scaled by its mean and spread over all images, in place.
// run: 1 1 1 1
// run: 3 2 4 5
// run: 5 7 9 11
#include "../kernel.h"

static void normalise(int images, int channels, int h, int w, double x[restrict images][channels][h][w],
                      double mean[restrict channels], double spread[restrict channels])
{
#pragma scop
    for (int c = 0; c < channels; c++) {
        mean[c] = 0;
        spread[c] = 0;
    }
    for (int b = 0; b < images; b++)
        for (int c = 0; c < channels; c++)
            for (int y = 0; y < h; y++)
                for (int v = 0; v < w; v++) {
                    mean[c] += x[b][c][y][v];
                    spread[c] += x[b][c][y][v] * x[b][c][y][v];
                }
    for (int c = 0; c < channels; c++) {
        mean[c] /= (double)images * h * w;
        spread[c] = sqrt(spread[c] / ((double)images * h * w) - mean[c] * mean[c] + 0.001);
    }
    for (int b = 0; b < images; b++)
        for (int c = 0; c < channels; c++)
            for (int y = 0; y < h; y++)
                for (int v = 0; v < w; v++)
                    x[b][c][y][v] = (x[b][c][y][v] - mean[c]) / spread[c];
#pragma endscop
}

int main(int argc, char **argv)
{
    int images = kernel_size(argc, argv, 1, 2), channels = kernel_size(argc, argv, 2, 3);
    int h = kernel_size(argc, argv, 3, 4), w = kernel_size(argc, argv, 4, 4);
    double(*x)[channels][h][w] = kernel_doubles((size_t)images * channels * h * w, 0, 5);
    double *mean = kernel_zeros(channels, sizeof(double)), *spread = kernel_zeros(channels, sizeof(double));
    kernel_start();
    normalise(images, channels, h, w, x, mean, spread);
    kernel_stop();
    kernel_hash(x, sizeof(double[images][channels][h][w]));
    kernel_hash(mean, sizeof(double[channels]));
    kernel_hash(spread, sizeof(double[channels]));
    kernel_print(x[images / 2][channels / 2][h / 2][w / 2]);
    free(x);
    free(mean);
    free(spread);
    return 0;
}
