// A pragma names the variables whose values are used after the region; the others are not.
// run: 1
// run: 5
// flags: --pencil
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static int work[16], result[16], extra[16];

static void twice(int n)
{
#pragma live-out result, extra
#pragma scop
    for (int i = 0; i < n; i++)
        work[i] = i + 1;
    for (int i = 0; i < n; i++)
        result[i] = 2 * work[i];
    for (int i = 0; i < n; i++)
        extra[n - 1 - i] = work[i] - i;
#pragma endscop
}

int main(int argc, char **argv)
{
    int sum = 0;
    twice(argc > 1 ? atoi(argv[1]) : 3);
    for (int i = 0; i < 16; i++)
        sum += (i + 1) * (result[i] + 10 * extra[i]);
    printf("%d\n", sum);
    return 0;
}
