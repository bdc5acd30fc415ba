// The value of an iterator after a loop that data may end, inside control that depends on data.
// run: 1
// run: 5
// expect: may
#include <stdio.h>
#include <stdlib.h>

static void mark(int n, const int *limit, int *hit)
{
#pragma scop
    for (int round = 0; round < limit[0]; round++) {
        int w;
        for (w = 0; w < n; w++)
            if (limit[w] > 3)
                break;
        hit[w] = round + 1;
    }
    for (int round = 0; round < limit[0]; round++) {
        int w = 0;
        while (1) {
            if (w >= limit[1])
                break;
            w++;
        }
        hit[w] += 10;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, limit[n + 2], hit[n + 8], sum = 0;
    for (int i = 0; i < n + 2; i++)
        limit[i] = i + 2;
    for (int i = 0; i < n + 8; i++)
        hit[i] = 0;
    mark(n, limit, hit);
    for (int i = 0; i < n + 8; i++)
        sum += (i + 1) * hit[i];
    printf("%d\n", sum);
    return 0;
}
