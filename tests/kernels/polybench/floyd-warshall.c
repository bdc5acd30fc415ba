// The lengths of the shortest paths between all pairs of nodes of a graph.
// run: 1
// run: 9
// run: 53
// gpu: hexagons
// bench: 1000
// bench-gpu: 5600
#include "../kernel.h"

static void floyd_warshall(int n, int length[n][n])
{
#pragma scop
    for (int via = 0; via < n; via++)
        for (int from = 0; from < n; from++)
            for (int to = 0; to < n; to++)
                length[from][to] = length[from][to] < length[from][via] + length[via][to]
                                       ? length[from][to]
                                       : length[from][via] + length[via][to];
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 30);
    int(*length)[n] = kernel_ints((size_t)n * n, 1, 1000);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (i == j)
                length[i][j] = 0;
            else if ((i + 2 * j) % 7 == 3)
                length[i][j] = 9999;
    kernel_start();
    floyd_warshall(n, length);
    kernel_stop();
    kernel_hash(length, sizeof(int[n][n]));
    kernel_print(length[n / 2][n / 3]);
    free(length);
    return 0;
}
