#include <stdio.h>
#include <stdlib.h>

void add(float **a, float **b, int n, int m);
void smooth(double **out, double *const *in, int n, int m);
void scale(float **a, const float *by, int n, int m);
void planes(double ***a, int n, int m);
void some(float **a, const int *is_there, int n, int m);
void triangle(double ***a, int n, int m);
void few(float *rows[4], const float *x, int m);

static float f[4000];
static double d[4000];

static void print(const char *name)
{
    double sum = 0;
    for (int i = 0; i < 4000; i++)
        sum = sum * 0.75 + f[i] + d[i];
    printf("%s %a\n", name, sum);
}

/* n rows of m elements of "f" and "d", from "first" on, each "step" after the one before. */
static void place(float **a, double **b, int n, int first, int step)
{
    for (int i = 0; i < n; i++) {
        a[i] = f + first + i * step;
        b[i] = d + first + i * step;
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 9, m = argc > 2 ? atoi(argv[2]) : 7;
    for (int i = 0; i < 4000; i++) {
        f[i] = (float)(i % 13) / 4;
        d[i] = i % 17 * 0.125;
    }
    float *a[16], *b[16];
    double *x[16], *y[16];
    const int steps[] = {7, 9, 6, 1, 0, -7, -3};
    for (unsigned i = 0; i < sizeof(steps) / sizeof(*steps); i++)
        for (int first = 200; first < 400; first += first < 210 ? 3 : 90) {
            place(a, x, n, 200, m);
            place(b, y, n, first, steps[i]);
            add(a, b, n, m);
            add(b, a, n, m);
            add(b, b, n, m);
            print("add");
            smooth(x, y, n, m);
            smooth(y, x, n, m);
            print("smooth");
            scale(b, f + 203, n, m);
            scale(b, f + 2000, n, m);
            print("scale");
            if (n >= 4)
                few(b, f + 220, m);
            print("few");
        }
    double ***planes_of = malloc(sizeof(*planes_of) * 16), *rows[16][16];
    for (int twice = 0; twice < 2; twice++) {
        for (int i = 0; i < n; i++) {
            planes_of[i] = rows[i];
            for (int j = 0; j < n; j++)
                rows[i][j] = d + (twice ? i + j : i * 10 + j) * 8;
        }
        planes(planes_of, n, m);
        print("planes");
    }
    int is_there[16];
    float **holes = malloc(sizeof(*holes) * 4);
    for (int i = 0; i < 16; i++)
        is_there[i] = i < 4;
    for (int i = 0; i < 4; i++)
        holes[i] = f + 100 * i;
    some(holes, is_there, n, m);
    print("some");
    for (int i = 0; i < n; i++) {
        planes_of[i] = malloc(sizeof(**planes_of) * (size_t)(i + 1));
        for (int j = 0; j <= i; j++)
            planes_of[i][j] = d + 1000 + i * 100 + j * 8;
    }
    triangle(planes_of, n, m);
    print("triangle");
    for (int i = 0; i < n; i++)
        free(planes_of[i]);
    free(planes_of);
    free(holes);
    return 0;
}
