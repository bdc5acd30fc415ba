// A loop condition made of comparisons joined by ||: the loop runs to the larger bound.
// run: 0 0
// run: 2 5
// run: 5 3
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void either(int n, int m, int *v)
{
#pragma scop
    for (int i = 0; i < n || i < m; i++)
        v[i] = 2 * i + 1;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, m = argc > 2 ? atoi(argv[2]) : 4;
    int size = n > m ? n : m, v[size + 1], sum = 0;
    either(n, m, v);
    for (int i = 0; i < size; i++)
        sum += (i + 1) * v[i];
    printf("%d\n", sum);
    return 0;
}
