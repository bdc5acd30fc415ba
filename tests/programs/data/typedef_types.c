// Element, array and index types behind typedefs.
// run: 1
// run: 4
// expect: exact
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef double real;
typedef real matrix[4][4];
typedef int32_t index;

static void identity(index n, matrix M, uint16_t *trace)
{
#pragma scop
    for (index i = 0; i < n; i++)
        for (index j = 0; j < n; j++)
            M[i][j] = i == j;
    for (index i = 0; i < n; i++)
        trace[i] = (uint16_t)(65535 + i);
#pragma endscop
}

int main(int argc, char **argv)
{
    index n = argc > 1 ? atoi(argv[1]) : 3;
    matrix M;
    uint16_t trace[n];
    real sum = 0;
    identity(n, M, trace);
    for (index i = 0; i < n; i++)
        for (index j = 0; j < n; j++)
            sum += (i * 3 + j + 1) * M[i][j] + trace[i];
    printf("%.17g\n", sum);
    return 0;
}
