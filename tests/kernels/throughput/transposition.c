// The transpose of a matrix.
// run: 1 1
// run: 7 5
// run: 70 45
// bench: 4000 4000
// bench-gpu: 16384 16384
#include "../kernel.h"

static void transpose(const float *in, float *out, int rows, int columns)
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            out[j * rows + i] = in[i * columns + j];
}

int main(int argc, char **argv)
{
    int rows = kernel_size(argc, argv, 1, 11), columns = kernel_size(argc, argv, 2, 6);
    size_t size = (size_t)rows * columns;
    float *in = kernel_floats(size, -1, 1), *out = kernel_zeros(size, sizeof(*out));
    kernel_start();
    transpose(in, out, rows, columns);
    kernel_stop();
    kernel_hash(out, size * sizeof(*out));
    kernel_print(out[size / 2]);
    free(in);
    free(out);
    return 0;
}
