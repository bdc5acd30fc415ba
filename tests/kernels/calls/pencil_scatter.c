// Rows scattered to places that are all different, which only the user knows, and a sum that may go in any order.
// run: 1 1
// run: 7 3
// run: 80 9
// flags: --pencil
#include "../kernel.h"
#include <pave/pencil.h>

static long scatter(int n, int m, const int place[restrict n], const int from[restrict n][m], int to[restrict n][m])
{
    long sum = 0;
#pragma scop
#pragma pencil independent
    for (int i = 0; i < n; i++) {
        int scaled[3];
        for (int k = 0; k < 3; k++)
            scaled[k] = (k + 1) * place[i];
        for (int j = 0; j < m; j++)
            to[place[i]][j] = from[i][j] + scaled[j % 3];
    }
#pragma pencil independent reduction(+ : sum)
    for (int i = 0; i < n; i++)
        sum += (long)to[i][i % m] * (i + 1);
#pragma endscop
    return sum;
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 8), m = kernel_size(argc, argv, 2, 4), *place = kernel_zeros(n, sizeof(int));
    int(*from)[m] = kernel_ints((size_t)n * m, -100, 100), (*to)[m] = kernel_zeros((size_t)n * m, sizeof(int));
    for (int i = 0; i < n; i++)
        place[i] = (i * (n % 3 == 0 ? 2 * n - 1 : 3) + 1) % n;
    kernel_start();
    long sum = scatter(n, m, place, (const int(*)[m])from, to);
    kernel_stop();
    kernel_hash(to, sizeof(int[n][m]));
    kernel_print((double)sum);
    free(place);
    free(from);
    free(to);
    return 0;
}
