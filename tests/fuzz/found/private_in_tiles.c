// A scalar of each iteration, in tiles of a kernel: its live ranges change places, whatever the scheduler may do.
// run: 0
// run: 7
// run: 40
// flags: --no-live-range-reordering
#include <stdio.h>
#include <stdlib.h>
static double C[40][40], D[40][40];
int main(int argc, char **argv)
{
    int n = atoi(argv[1]);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            C[i][j] = i * 40 + j;
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            double sw = C[i][j];
            D[j][i] = sw;
        }
#pragma endscop
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += D[i][j] * (i + 3 * j);
    printf("%a\n", sum);
}
