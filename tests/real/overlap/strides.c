// run: 9 7 3 1 1
// run: 12 12 3 2 0
// run: 5 4 1 3 2
// run: 1 1 1 1 0
// run: 0 6 3 1 1
// flags: --parallel-threshold=0
// parallel: 5
// text: \{in, 0, pave_at
/* Reads whose subscripts are no affine functions: strides that are parameters, conditions that keep them inside. Each is
 * called with arrays that overlap, and with arrays that do not. */
#include <stdio.h>
#include <stdlib.h>

static void convolve(const float *in, const float *weights, float *out, int h, int w, int size, int step, int pad)
{
    int out_h = (h + 2 * pad - size) / step + 1, out_w = (w + 2 * pad - size) / step + 1;
    for (int i = 0; i < out_h; i++)
        for (int j = 0; j < out_w; j++) {
            float sum = 0;
            for (int k = 0; k < size; k++)
                for (int l = 0; l < size; l++) {
                    int y = i * step - pad + k, x = j * step - pad + l;
                    if (y >= 0 && y < h && x >= 0 && x < w)
                        sum += in[y * w + x] * weights[k * size + l];
                }
            out[i * out_w + j] = sum;
        }
}

static void pool(const float *in, float *out, int planes, int h, int w, int size, int step, int out_h, int out_w)
{
    for (int c = 0; c < planes; c++)
        for (int i = 0; i < out_h; i++)
            for (int j = 0; j < out_w; j++) {
                float most = -1000;
                for (int k = 0; k < size; k++)
                    for (int l = 0; l < size; l++) {
                        float value = in[(c * h + i * step + k) * w + j * step + l];
                        if (value > most)
                            most = value;
                    }
                out[(c * out_h + i) * out_w + j] = most;
            }
}

/* Conditions that leave the iteration early, in either order. */
static void gather(const float *in, float *out, int h, int w, int step, int turn)
{
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++) {
            int y = i * step - turn * j, x = j * step + turn * i;
            if (y < 0 || h <= y)
                continue;
            if (!(x >= 0 && w > x))
                continue;
            out[i * w + j] += in[y * w + x];
        }
}

static void columns(const float *in, float *out, int h, int w, int size, int step, int pad, int out_h, int out_w)
{
    for (int i = 0; i < out_h; i++)
        for (int j = 0; j < out_w; j++) {
            int y = i * step - pad + size / 2, x = j * step - pad;
            out[i * out_w + j] = y < 0 || x < 0 || y >= h || x >= w ? 0 : in[y * w + x];
        }
}

/* Here the condition says nothing of the subscript: the variable changes after it. */
static void changed(const float *in, float *out, int n, int step)
{
    for (int i = 0; i < n; i++) {
        int k = i * step;
        if (k >= 0 && k < n) {
            k = k * step % (2 * n);
            out[i] = in[k];
        }
        if (k < 3 && (k += step * n) < 2 * n)
            out[i] += in[k];
    }
}

static void fill(float *x, int n)
{
    for (int i = 0; i < n; i++)
        x[i] = (float)(i * 7 % 11) - 4;
}

static double sum(const float *x, int n)
{
    double total = 0;
    for (int i = 0; i < n; i++)
        total = total * 0.875 + x[i];
    return total;
}

enum { room = 4000 };

static void try_all(float *in, float *out, float *weights, int h, int w, int size, int step, int pad)
{
    static float memory[2];
    convolve(in, weights, out, h, w, size, step, pad);
    if (h >= size && w >= size)
        pool(in, out, 2, h, w, size, step, (h - size) / step + 1, (w - size) / step + 1);
    gather(in, out, h, w, step, pad);
    columns(in, out, h, w, size, step, pad, h + 1, w);
    changed(in, out, h, step);
    memory[0] += out[0];
    printf("%.9g\n", memory[0]);
}

int main(int argc, char **argv)
{
    int h = atoi(argv[1]), w = atoi(argv[2]), size = atoi(argv[3]), step = atoi(argv[4]), pad = atoi(argv[5]);
    static float all[room], others[room], weights[100];
    if (argc != 6)
        return 1;
    const int offsets[] = {0, 1, 20, 63, 64, 150, 500};
    for (int i = 0; i < 7; i++) {
        fill(all, room);
        fill(weights, 100);
        try_all(all, all + offsets[i], weights, h, w, size, step, pad);
        try_all(all + offsets[i], all, weights, h, w, size, step, pad);
        printf("%.17g\n", sum(all, room));
    }
    fill(others, room);
    try_all(all, others, all + 2000, h, w, size, step, pad);
    printf("%.17g\n", sum(others, room));
    return 0;
}
