// Running sums that start again at each flag, along rows and backwards along columns, and an exclusive scan in place.
// run: 1 1
// run: 4 9
// run: 23 57
#include "../kernel.h"

static void scan(int n, int m, const unsigned char flag[restrict n][m], long v[restrict n][m],
                 long along[restrict n][m], long back[restrict n][m])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (j == 0)
                along[i][j] = v[i][j];
            else if (flag[i][j])
                along[i][j] = v[i][j];
            else
                along[i][j] = along[i][j - 1] + v[i][j];
    for (int j = m - 1; j >= 0; j--) {
        long sum = 0;
        for (int i = n - 1; i >= 0; i--) {
            sum = flag[i][j] ? v[i][j] : sum + v[i][j];
            back[i][j] = sum;
        }
    }
    for (int i = 0; i < n; i++) {
        long before = 0;
        for (int j = 0; j < m; j++) {
            long here = v[i][j];
            v[i][j] = before;
            before += here;
        }
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 5), m = kernel_size(argc, argv, 2, 7);
    size_t cells = (size_t)n * m;
    unsigned char(*flag)[m] = kernel_bytes(cells, 0, 2);
    long(*v)[m] = kernel_zeros(cells, sizeof(long)), (*along)[m] = kernel_zeros(cells, sizeof(long));
    long(*back)[m] = kernel_zeros(cells, sizeof(long));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            v[i][j] = (long)(1000 * kernel_random()) - 500;
    kernel_start();
    scan(n, m, (const unsigned char(*)[m])flag, v, along, back);
    kernel_stop();
    kernel_hash(v, sizeof(long[n][m]));
    kernel_hash(along, sizeof(long[n][m]));
    kernel_hash(back, sizeof(long[n][m]));
    kernel_print((double)v[n - 1][m - 1]);
    free(flag);
    free(v);
    free(along);
    free(back);
    return 0;
}
