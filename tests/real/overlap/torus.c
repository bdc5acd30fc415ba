// run: 8 6 0
// run: 1 1 0
// run: 40 30 2000
// run: 40 30 1199
// run: 40 30 1200
// parallel: 5
// kernels: 0
/* Worlds without borders: remainders of parameters as subscripts, which stay within the world; the old world and the new one may
 * share cells. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int w, h;
    unsigned char *cells;
} world;

static int alive(const world *w, int x, int y)
{
    return w->cells[((y + w->h) % w->h) * w->w + (x + w->w) % w->w];
}

static void step(const world *w, unsigned char *out)
{
    for (int y = 0; y < w->h; y++)
        for (int x = 0; x < w->w; x++) {
            int n = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++)
                    if (dx || dy)
                        n += alive(w, x + dx, y + dy);
            out[y * w->w + x] = n == 3 || (n == 2 && alive(w, x, y));
        }
}

static void turn(int n, int by, const double *in, double *out)
{
    for (int i = 0; i < n; i++)
        out[i] = in[(i + by) % n];
}

static void drift(int w, int h, const double *in, double *out)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = 0.5 * in[y * w + (x + 1) % w] + 0.25 * in[(y + 1) % h * w + x];
}

int main(int argc, char **argv)
{
    int w = argc > 3 ? atoi(argv[1]) : 5, h = argc > 3 ? atoi(argv[2]) : 4, apart = argc > 3 ? atoi(argv[3]) : 0;
    unsigned char *cells = malloc(2 * w * h + apart);
    double *a = malloc((2 * w * h + apart) * sizeof *a), sum = 0;
    int alive_cells = 0;
    for (int i = 0; i < 2 * w * h + apart; i++) {
        cells[i] = (i * 7 + i / 3) % 5 < 2;
        a[i] = i % 19;
    }
    world one = {w, h, cells};
    for (int t = 0; t < 3; t++)
        step(&one, cells + apart);
    turn(w * h, 3, a, a + apart);
    turn(w * h, w * h - 1, a + apart, a);
    drift(w, h, a, a + apart);
    for (int i = 0; i < 2 * w * h + apart; i++) {
        alive_cells = (alive_cells * 3 + cells[i]) % 1000003;
        sum = sum * 0.75 + a[i];
    }
    printf("%d %.17g\n", alive_cells, sum);
    free(cells);
    free(a);
    return 0;
}
