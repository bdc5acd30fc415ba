// A gather: the subscript of a read is data.
// run: 0
// run: 6
// expect: may
#include <stdio.h>
#include <stdlib.h>

static void gather(int n, const int *index, const float *from, float *to)
{
#pragma scop
    for (int i = 0; i < n; i++)
        to[i] = from[index[i]];
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, index[n + 1];
    float from[n + 1], to[n + 1], sum = 0;
    for (int i = 0; i < n; i++)
        index[i] = i * 5 % n, from[i] = i * 0.5f;
    gather(n, index, from, to);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * to[i];
    printf("%.9g\n", sum);
    return 0;
}
