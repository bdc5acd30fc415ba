// A variable declared in the marked loop is private to each iteration; one outside it is not.
// run: 1 2
// run: 4 3
// flags: --pencil
// expect: may
#include <stdio.h>
#include <stdlib.h>

static void place(int n, int m, const int *slot, int A[n][m], int *out)
{
#pragma scop
#pragma pencil independent
    for (int i = 0; i < n; ++i) {
        int best = A[i][0];
        int spare[2];
        for (int j = 1; j < m; j++)
            best += j * A[i][j];
        spare[i % 2] = best;
        out[slot[i]] = spare[i % 2];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, m = argc > 2 ? atoi(argv[2]) : 3;
    int A[n][m], slot[n], out[n], sum = 0;
    for (int i = 0; i < n; i++) {
        slot[i] = (i + 1) % n;
        for (int j = 0; j < m; j++)
            A[i][j] = i * 3 - j;
    }
    place(n, m, slot, A, out);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * out[i];
    printf("%d\n", sum);
    return 0;
}
