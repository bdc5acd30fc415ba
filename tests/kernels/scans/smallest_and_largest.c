// The smallest and largest element of a table and where they are, and the range of each column.
// run: 1 1
// run: 4 7
// run: 31 42
#include "../kernel.h"

struct extremes {
    double low, high;
    int low_row, low_col, high_row, high_col;
};

static struct extremes search(int n, int m, double A[restrict n][m], double range[restrict m])
{
    double low, high;
    int low_row, low_col, high_row, high_col;
#pragma scop
    low = A[0][0];
    high = A[0][0];
    low_row = 0;
    low_col = 0;
    high_row = 0;
    high_col = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            if (A[i][j] < low) {
                low = A[i][j];
                low_row = i;
                low_col = j;
            }
            if (A[i][j] > high) {
                high = A[i][j];
                high_row = i;
                high_col = j;
            }
        }
    for (int j = 0; j < m; j++) {
        double least = A[0][j], most = A[0][j];
        for (int i = 1; i < n; i++) {
            least = fmin(least, A[i][j]);
            most = fmax(most, A[i][j]);
        }
        range[j] = (most - least) / (high - low + 1);
    }
#pragma endscop
    return (struct extremes){low, high, low_row, low_col, high_row, high_col};
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 5), m = kernel_size(argc, argv, 2, 6);
    double(*A)[m] = kernel_doubles((size_t)n * m, -9, 9), *range = kernel_zeros(m, sizeof(double));
    kernel_start();
    struct extremes found = search(n, m, A, range);
    kernel_stop();
    kernel_hash(&found, sizeof(found));
    kernel_hash(range, sizeof(double[m]));
    kernel_print(found.low * found.high + found.low_row + found.high_col);
    free(A);
    free(range);
    return 0;
}
