// Three dimensions in one, with the factored and with the expanded form of the subscript.
// run: 1 1 1
// run: 2 3 4
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void copy(int n, int m, int k, const int *a, int *b)
{
#pragma scop
    for (int x = 0; x < n; x++)
        for (int y = 0; y < m; y++)
            for (int z = 0; z < k; z++)
                b[(x * m + y) * k + z] = a[x * m * k + y * k + z] + 1;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2, m = argc > 2 ? atoi(argv[2]) : 2;
    int k = argc > 3 ? atoi(argv[3]) : 2, size = n * m * k, a[size], b[size], sum = 0;
    for (int i = 0; i < size; i++)
        a[i] = i * i % 11;
    copy(n, m, k, a, b);
    for (int i = 0; i < size; i++)
        sum += (i + 1) * b[i];
    printf("%d\n", sum);
    return 0;
}
