// A loop over negative and positive values of the iterator.
// run: 0
// run: 1
// run: 4
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void centred(int r, int *window)
{
#pragma scop
    for (int d = -r; d <= r; d++)
        window[d + r] = d * d - d;
    for (int d = r; d >= -r; d -= 2)
        window[r - d] += 1;
#pragma endscop
}

int main(int argc, char **argv)
{
    int r = argc > 1 ? atoi(argv[1]) : 2, window[2 * r + 1], sum = 0;
    centred(r, window);
    for (int i = 0; i <= 2 * r; i++)
        sum = 3 * sum + window[i];
    printf("%d\n", sum);
    return 0;
}
