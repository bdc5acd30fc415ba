// Dynamic conditions nested in each other and in static loops and conditions.
// run: 1
// run: 6
// expect: may
#include <stdio.h>
#include <stdlib.h>

static void flood(int n, int level[n][n], int mark[n][n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            mark[i][j] = 0;
            if (i > 0) {
                if (level[i - 1][j] < level[i][j]) {
                    mark[i][j] = 1;
                    if (j > 0 && level[i][j - 1] < 3)
                        mark[i][j] = 2;
                }
            } else if (level[i][j] == 0) {
                mark[i][j] = 3;
            }
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, level[n][n], mark[n][n], sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            level[i][j] = (3 * i + 5 * j + i * j) % 7;
    flood(n, level, mark);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += (7 * i + j + 1) * mark[i][j];
    printf("%d\n", sum);
    return 0;
}
