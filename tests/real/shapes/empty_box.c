// Loops over the box around a set of points. The box of no points has INT_MAX as its lower and INT_MIN as its upper end, as
// usual, and the difference of the two is no int.
// flags: --parallel-threshold=0
// run: 30
// run: 0
// parallel: 3
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#define N 64

static float field[N][N], line[N];

struct box {
    int x0, x1, y0, y1;
};

static struct box around(int n)
{
    struct box box = {INT_MAX, INT_MIN, INT_MAX, INT_MIN};
    for (int k = 0; k < n; k++) {
        int x = 1 + k * 37 % (N - 2), y = 1 + k * 11 % (N - 2);
        box.x0 = x < box.x0 ? x : box.x0;
        box.x1 = x > box.x1 ? x : box.x1;
        box.y0 = y < box.y0 ? y : box.y0;
        box.y1 = y > box.y1 ? y : box.y1;
    }
    return box;
}

void fill(int x0, int x1, int y0, int y1)
{
    for (int x = x0; x <= x1; x++)
        for (int y = y0; y <= y1; y++)
            field[x][y] += 0.5f * (float)x + (float)y;
}

void draw(int x0, int x1)
{
    for (int x = x0; x < x1; x++)
        line[x] = 2 * line[x] + 1;
}

void draw_far(long x0, long x1)
{
    for (long x = x0; x <= x1; x++)
        line[x] = 2 * line[x] + 3;
}

int main(int argc, char **argv)
{
    struct box box = around(argc > 1 ? atoi(argv[1]) : 0);
    fill(box.x0, box.x1, box.y0, box.y1);
    draw(box.x0, box.x1);
    draw_far(box.x0 == INT_MAX ? LONG_MAX : box.x0, box.x1 == INT_MIN ? LONG_MIN : box.x1);
    for (int x = 0; x < N; x++)
        printf("%a %a\n", line[x], field[x][x]);
    return 0;
}
