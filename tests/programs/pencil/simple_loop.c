// A read at a parametric distance; nothing is known about the distance (004, Listing 6).
// run: 0 3
// run: 4 2
// run: 3 5
// flags: --pencil
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void move(int n, int m, int *D)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        D[i] = D[i + m];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, m = argc > 2 ? atoi(argv[2]) : 3, D[n + m + 1], sum = 0;
    for (int i = 0; i < n + m; i++)
        D[i] = i * i;
    move(n, m, D);
    for (int i = 0; i < n + m; i++)
        sum += (i + 1) * D[i];
    printf("%d\n", sum);
    return 0;
}
