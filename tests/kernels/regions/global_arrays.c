// Global arrays of fixed size in several functions, each with a region, that work on one another's results.
// run: 0
// run: 1
// run: 5
// gpu: cuda --no-linearize-device-arrays
#include "../kernel.h"

enum { ROWS = 37, COLS = 29 };

static double field[ROWS][COLS], gradient[ROWS][COLS][2];
static double column_sum[COLS];
static int rounds;

static void slopes(void)
{
#pragma scop
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLS; j++) {
            gradient[i][j][0] = i < ROWS - 1 ? field[i + 1][j] - field[i][j] : 0.0;
            gradient[i][j][1] = j < COLS - 1 ? field[i][j + 1] - field[i][j] : 0.0;
        }
#pragma endscop
}

static void smooth(double rate)
{
#pragma scop
    for (int i = 1; i < ROWS; i++)
        for (int j = 1; j < COLS; j++)
            field[i][j] += rate *
                           (gradient[i][j][0] - gradient[i - 1][j][0] + gradient[i][j][1] - gradient[i][j - 1][1]);
    for (int j = 0; j < COLS; j++) {
        column_sum[j] = 0;
        for (int i = 0; i < ROWS; i++)
            column_sum[j] += field[i][j];
    }
    rounds = rounds + 1;
#pragma endscop
}

int main(int argc, char **argv)
{
    int count = kernel_size(argc, argv, 1, 3);
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLS; j++)
            field[i][j] = kernel_random();
    kernel_start();
    for (int r = 0; r < count; r++) {
        slopes();
        smooth(0.125);
    }
    kernel_stop();
    kernel_hash(field, sizeof(field));
    kernel_hash(gradient, sizeof(gradient));
    kernel_hash(column_sum, sizeof(column_sum));
    kernel_print(rounds + column_sum[COLS / 2]);
    return 0;
}
