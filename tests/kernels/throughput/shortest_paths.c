// The lengths of the shortest paths between all pairs of places, in single precision, where a shorter way is found.
// run: 1
// run: 9
// run: 53
// bench: 1000
// bench-gpu: 4096
#include "../kernel.h"

static void shorten(float *way, int n)
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (way[i * n + k] + way[k * n + j] < way[i * n + j])
                    way[i * n + j] = way[i * n + k] + way[k * n + j];
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 20);
    float *way = kernel_floats((size_t)n * n, 1, 100);
    for (int i = 0; i < n; i++)
        way[i * n + i] = 0;
    kernel_start();
    shorten(way, n);
    kernel_stop();
    kernel_hash(way, (size_t)n * n * sizeof(*way));
    kernel_print(way[n / 2 * n + n / 3]);
    free(way);
    return 0;
}
