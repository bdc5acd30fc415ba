// Fourier transforms of many rows, all of the same power of two, pass by pass from one array to the other; the table of
// the roots of unity is given.
// run: 1 1
// run: 3 3
// run: 9 6
// bench: 1000 10
// bench-gpu: 16384 12
#include "../kernel.h"

typedef struct {
    float re, im;
} complex_number;

static void pass(int rows, int n, int half, const complex_number *restrict root, const complex_number *restrict in,
                 complex_number *restrict out)
{
    int groups = n / 2 / half;
    for (int r = 0; r < rows; r++)
        for (int g = 0; g < groups; g++)
            for (int i = 0; i < half; i++) {
                complex_number a = in[r * n + g * half + i], b = in[r * n + n / 2 + g * half + i], w = root[g * half];
                complex_number difference = {a.re - b.re, a.im - b.im};
                out[r * n + 2 * g * half + i].re = a.re + b.re;
                out[r * n + 2 * g * half + i].im = a.im + b.im;
                out[r * n + (2 * g + 1) * half + i].re = difference.re * w.re - difference.im * w.im;
                out[r * n + (2 * g + 1) * half + i].im = difference.re * w.im + difference.im * w.re;
            }
}

static void transform(int rows, int log_n, const complex_number *root, complex_number *a, complex_number *b)
{
    int n = 1 << log_n, half = 1;
    for (int p = 0; p < log_n; p++) {
        complex_number *from = p % 2 ? b : a, *to = p % 2 ? a : b;
        pass(rows, n, half, root, from, to);
        half *= 2;
    }
}

int main(int argc, char **argv)
{
    int rows = kernel_size(argc, argv, 1, 3), log_n = kernel_size(argc, argv, 2, 4), n = 1 << log_n;
    complex_number *a = kernel_floats((size_t)rows * n * 2, -1, 1), *b = kernel_zeros((size_t)rows * n, sizeof(*b));
    complex_number *root = kernel_zeros(n / 2, sizeof(*root));
    for (int i = 0; i < n / 2; i++) {
        root[i].re = (float)cos(-2 * 3.14159265358979323846 * i / n);
        root[i].im = (float)sin(-2 * 3.14159265358979323846 * i / n);
    }
    kernel_start();
    transform(rows, log_n, root, a, b);
    kernel_stop();
    kernel_hash(log_n % 2 ? b : a, (size_t)rows * n * sizeof(*a));
    kernel_print((log_n % 2 ? b : a)[n / 2].re);
    free(a);
    free(b);
    free(root);
    return 0;
}
