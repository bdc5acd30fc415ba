// run: 9 5 7
// run: 1 1 1
// run: 0 4 4
// run: 6 0 3
// run: 5 7 4
// parallel: 5
// kernels: 5
/* Indices that advance beside the loops: by one, by a row, by a stride down; what they hold afterwards is used. */
#include "packing.h"

int pack(float *packed, const float *matrix, int rows, int cols, int ld)
{
    int k = 0, row = 0;
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < cols; j++) {
            packed[k] = 2 * matrix[row + j];
            k++;
        }
        row += ld;
    }
    return k + row;
}

int every_third(float *to, const float *from, int n, int first)
{
    int k = first;
    for (int i = 0; i < n; i++, k += 3)
        to[i] = from[k] + (float)k;
    return k;
}

void backwards(float *to, const float *from, int n)
{
    int top = n - 1;
    for (int i = 0; i < n; i++)
        to[top--] = from[i];
}

unsigned countdown(double *sums, const double *values, unsigned n)
{
    unsigned k = 0;
    while (n > 0) {
        sums[k] = values[k] * 0.5;
        k++;
        n--;
    }
    return k * 10 + n;
}

int pairs(int *left, int *right, int n)
{
    int k = 0;
    for (int i = 0; i < n; i++) {
        left[i] = k++;
        right[i] = k++;
    }
    return k;
}
