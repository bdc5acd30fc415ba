// The largest element and its place: scalars updated under a condition on data.
// run: 1
// run: 8
// expect: may
#include <stdio.h>
#include <stdlib.h>

static void largest(int n, const float *v)
{
    float best;
    int place;
#pragma scop
    best = v[0];
    place = 0;
    for (int i = 1; i < n; i++)
        if (v[i] > best) {
            best = v[i];
            place = i;
        }
#pragma endscop
    printf("%g at %d\n", best, place);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3;
    float v[n];
    for (int i = 0; i < n; i++)
        v[i] = (float)(i * 5 % 8) / 2;
    largest(n, v);
    return 0;
}
