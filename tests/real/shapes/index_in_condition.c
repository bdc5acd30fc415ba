// run: 90 70
// run: 3 2
// run: 1 1
// parallel: 7
// kernels: 5
/* Scalars with linear subscripts inside statements that data control. */
#include <stdio.h>
#include <stdlib.h>

/* Values are clamped after they are computed. */
static void clamp(int rows, int cols, float *restrict c, const float *restrict d) {
    int i, j, k;
    float den;
    for (j = 0; j < cols; j++)
        for (i = 0; i < rows; i++) {
            k = i + rows * j;
            den = d[k];
            c[k] = 2.5f - den;
            if (c[k] < 0) {
                c[k] = 0;
            } else if (c[k] > 1) {
                c[k] = 1;
            }
        }
}

/* A threshold per row, and a loop in the branch. */
static void mask(int rows, int cols, float *restrict c, const float *restrict d, const float *restrict least) {
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++) {
            const long at = (long)i * cols + j;
            if (d[at] > least[i]) {
                float s = 0;
                for (int t = 0; d[at] > s && t < 5; t++)
                    s += 0.25f;
                c[at] = s;
            }
        }
}

/* The condition's statement changes what the subscript was made of, or the subscript itself. */
static void changed(int rows, int cols, float *restrict c, const float *restrict d) {
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++) {
            int m = j, k = i * cols + m;
            if (d[k] > 1.5f) {
                m = 0;
                c[k] += m + 1;
                k = 0;
            }
            c[k] += m * 0.5f;
        }
}

/* The same in one expression. */
static void in_turn(int rows, int cols, float *restrict c) {
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++) {
            int m = j, k = i * cols + m;
            m++, c[k] += m;
        }
}

/* Largest value of a window, as in pooling. */
static void pool(int rows, int cols, float *restrict c, const float *restrict d) {
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++) {
            int out = i * cols + j;
            float most = -1e30f;
            for (int di = -1; di <= 1; di++)
                for (int dj = -1; dj <= 1; dj++) {
                    int y = i + di, x = j + dj;
                    int at = y * cols + x;
                    int is_inside = y >= 0 && y < rows && x >= 0 && x < cols;
                    float value = is_inside ? d[at] : -1e30f;
                    most = value > most ? value : most;
                }
            c[out] = most;
        }
}

static void print(const char *name, int n, const float *c) {
    double s = 0;
    for (int i = 0; i < n; i++)
        s = s * 0.75 + c[i];
    printf("%s %.17g\n", name, s);
}

int main(int argc, char **argv) {
    int rows = argc > 2 ? atoi(argv[1]) : 4, cols = argc > 2 ? atoi(argv[2]) : 4, n = rows * cols;
    float *c = malloc(n * sizeof *c), *d = malloc(n * sizeof *d), *least = malloc(rows * sizeof *least);
    for (int i = 0; i < n; i++) {
        d[i] = (i * 37 % 101) * 0.03f;
        c[i] = i % 7;
    }
    for (int i = 0; i < rows; i++)
        least[i] = i % 3;
    clamp(rows, cols, c, d);
    print("clamp", n, c);
    mask(rows, cols, c, d, least);
    print("mask", n, c);
    changed(rows, cols, c, d);
    print("changed", n, c);
    in_turn(rows, cols, c);
    print("in_turn", n, c);
    pool(rows, cols, c, d);
    print("pool", n, c);
    return 0;
}
