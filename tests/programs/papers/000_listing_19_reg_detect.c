// The outermost loop repeats the same work; all but its last iteration is dead (000, Listing 19, Example 20).
// run: 1 2 2
// run: 2 4 3
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void reg_detect(int niter, int maxgrid, int length, int sum_tang[maxgrid][maxgrid],
                       int mean[maxgrid][maxgrid], int path[maxgrid][maxgrid],
                       int diff[maxgrid][maxgrid][length], int sum_diff[maxgrid][maxgrid][length])
{
    int t, i, j, cnt;
#pragma scop
    for (t = 0; t < niter; t++) {
        for (j = 0; j <= maxgrid - 1; j++)
            for (i = j; i <= maxgrid - 1; i++)
                for (cnt = 0; cnt <= length - 1; cnt++)
                    diff[j][i][cnt] = sum_tang[j][i];
        for (j = 0; j <= maxgrid - 1; j++) {
            for (i = j; i <= maxgrid - 1; i++) {
                sum_diff[j][i][0] = diff[j][i][0];
                for (cnt = 1; cnt <= length - 1; cnt++)
                    sum_diff[j][i][cnt] = sum_diff[j][i][cnt - 1] + diff[j][i][cnt];
                mean[j][i] = sum_diff[j][i][length - 1];
            }
        }
        for (i = 0; i <= maxgrid - 1; i++)
            path[0][i] = mean[0][i];
        for (j = 1; j <= maxgrid - 1; j++)
            for (i = j; i <= maxgrid - 1; i++)
                path[j][i] = path[j - 1][i - 1] + mean[j][i];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int niter = argc > 1 ? atoi(argv[1]) : 2, g = argc > 2 ? atoi(argv[2]) : 3;
    int length = argc > 3 ? atoi(argv[3]) : 2;
    int tang[g][g], mean[g][g], path[g][g], diff[g][g][length], sum_diff[g][g][length], sum = 0;
    for (int i = 0; i < g * g; i++)
        tang[i / g][i % g] = i * 7 % 11;
    reg_detect(niter, g, length, tang, mean, path, diff, sum_diff);
    for (int j = 0; j < g; j++)
        for (int i = j; i < g; i++)
            for (int c = 0; c < length; c++)
                sum += (j * 9 + i + c) * (path[j][i] + mean[j][i] + diff[j][i][c] + sum_diff[j][i][c]);
    printf("%d\n", sum);
    return 0;
}
