// Subscripts computed into scalars first, as image and network code does: one index, a row start in an outer loop, indices made of
// other indices, wide and unsigned ones; and indices that change between their definition and their use.
// run: 3 4 5
// run: 1 1 1
// parallel: 6
// kernels: 5
#include <stddef.h>

void subtract_mean(int batch, int filters, int size, float *restrict x, const float *restrict mean)
{
    for (int b = 0; b < batch; b++)
        for (int f = 0; f < filters; f++)
            for (int i = 0; i < size; i++) {
                int idx = (b * filters + f) * size + i;
                x[idx] -= mean[f];
            }
}

void scale_rows(int rows, int cols, double *restrict a, const double *restrict s)
{
    for (int i = 0; i < rows; i++) {
        size_t start = (size_t)i * cols;
        for (int j = 0; j < cols; j++) {
            size_t at = start + j;
            a[at] *= s[i];
        }
    }
}

/* An index made of another one, and both used. */
void split_planes(int n, int h, int w, const int *restrict in, int *restrict low, int *restrict high)
{
    for (int k = 0; k < n; k++)
        for (int y = 0; y < h; y++) {
            const int row = (k * h + y) * w;
            for (int x = 0; x < w; x++) {
                long at = row + x;
                low[at] = in[at] & 15;
                high[row + x] = in[at] >> 4;
            }
        }
}

/* The index moves on before its second use, and the second subscript is another one. */
void shift_columns(int n, int m, int *restrict a, const int *restrict b)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j + 1 < m; j++) {
            int k = i * m + j;
            int left = b[k];
            k = i * m + (j + 1);
            a[k] = left + b[k];
        }
}

/* The definition's operand changes before the use: the index keeps the old value. */
void stale(int n, int m, int *restrict a)
{
    int stride = m;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            int c = j;
            int k = i * stride + c;
            c = m - 1 - j;
            a[k] += 100 * c + i;
        }
}

/* Only one branch gives the index another value. */
void chosen(int n, int m, int *restrict a)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            int k = i * m + j;
            if (j == 0)
                k = i * m + m - 1;
            a[k] += j + 1;
        }
}
