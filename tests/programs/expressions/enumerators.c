// Enumeration constants as bounds, subscripts and values; a variable of enumeration type.
// run: 0
// run: 5
// expect: exact
#include <stdio.h>
#include <stdlib.h>

enum channel { RED, GREEN, BLUE, CHANNELS };
enum { OFFSET = 2, SCALE = CHANNELS + 1 };

static void paint(int n, int image[n + OFFSET][CHANNELS])
{
#pragma scop
    for (int p = 0; p < n; p++) {
        for (int c = RED; c < CHANNELS; c++)
            image[p + OFFSET][c] = SCALE * c;
        image[p][GREEN] += BLUE;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, image[n + OFFSET][CHANNELS], sum = 0;
    for (int p = 0; p < n + OFFSET; p++)
        for (enum channel c = RED; c < CHANNELS; c++)
            image[p][c] = 1;
    paint(n, image);
    for (int p = 0; p < n + OFFSET; p++)
        for (int c = 0; c < CHANNELS; c++)
            sum += (5 * p + c) * image[p][c];
    printf("%d\n", sum);
    return 0;
}
