// One iterator variable drives two loops one after the other, in different directions.
// run: 0
// run: 6
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void there_and_back(int n, int *v)
{
    int k;
#pragma scop
    for (k = 1; k < n; k++)
        v[k] += v[k - 1];
    for (k = n - 2; k >= 0; k--)
        v[k] -= v[k + 1];
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, v[n + 1], sum = 0;
    for (int i = 0; i < n; i++)
        v[i] = i + 1;
    there_and_back(n, v);
    for (int i = 0; i < n; i++)
        sum = 3 * sum + v[i];
    printf("%d\n", sum);
    return 0;
}
