// run: 2 5 12 3
// run: 2 5 13 3
// run: 1 4 0 2
// run: 2 3 9 1
// kernels: 6
// parallel: 8
// Strides that scalars set before the loops relate: a third of a row by a product, the width of a group by a quotient, which may
// leave a remainder; a plane by a product of its rows and columns.
#include <stdio.h>
#include <stdlib.h>

/* Rows of "in" hold three parts of "width" elements, in "groups" groups. */
static void weigh(float *out, float *weights, float *in, int batch, int steps, int width, int groups)
{
    int row = width * 3;
    int size = width / groups;
    float scale = 1.f / (size + 1);

    for (int b = 0; b < batch; b++) {
        for (int t = 0; t < steps; t++) {
            for (int g = 0; g < groups; g++) {
                float *first = in + b * steps * row + t * row + g * size;
                float *w = weights + b * groups * steps * steps + g * steps * steps + t * steps;
                float sum = 0.f;
                for (int u = 0; u <= t; u++) {
                    float *second = in + b * steps * row + u * row + g * size + width;
                    float value = 0.f;
                    for (int i = 0; i < size; i++)
                        value += first[i] * second[i];
                    w[u] = value * scale;
                    sum += w[u];
                }
                float *to = out + b * steps * width + t * width + g * size;
                for (int i = 0; i < size; i++)
                    to[i] = 0.f;
                for (int u = 0; u <= t; u++) {
                    float *third = in + b * steps * row + u * row + g * size + width * 2;
                    for (int i = 0; i < size; i++)
                        to[i] += w[u] * third[i] + sum;
                }
            }
        }
    }
}

/* The quotient is the outer dimension: elements of a group are "groups" apart. */
static void interleaved(float *restrict out, const float *restrict in, int rows, int width, int groups)
{
    const int size = width / groups;
    for (int r = 0; r < rows; r++)
        for (int i = 0; i < size; i++)
            for (int g = 0; g < groups; g++)
                out[r * width + i * groups + g] = in[r * width + i * groups + g] * (g + 1) + i;
}

static void planes(float *restrict out, const float *restrict in, int n, int rows, int columns)
{
    int plane = rows * columns;
    for (int p = 0; p < n; p++)
        for (int i = 1; i < rows; i++)
            for (int j = 0; j < columns; j++)
                out[p * plane + i * columns + j] = in[p * plane + i * columns + j] + in[p * plane + (i - 1) * columns + j];
}

static void print(const char *name, const float *v, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum = sum * 0.75 + v[i];
    printf("%s %.17g\n", name, sum);
}

int main(int argc, char **argv)
{
    int batch = argc > 1 ? atoi(argv[1]) : 2, steps = argc > 2 ? atoi(argv[2]) : 5;
    int width = argc > 3 ? atoi(argv[3]) : 12, groups = argc > 4 ? atoi(argv[4]) : 3;
    enum { most = 1000 };
    static float in[most], out[most], weights[most];
    for (int i = 0; i < most; i++) {
        in[i] = (float)((i * 37) % 101) / 8.f;
        out[i] = weights[i] = (float)(i % 7);
    }
    weigh(out, weights, in, batch, steps, width, groups);
    print("out", out, most);
    print("weights", weights, most);
    interleaved(out, in, steps, width, groups);
    print("interleaved", out, most);
    planes(out, in, batch, steps, width);
    print("planes", out, most);
    /* All of it in one array. */
    weigh(in + 40, in + 80, in, batch, steps, width, groups);
    print("overlapping", in, most);
    return 0;
}
