// A function whose body is out of sight may read and write all of the row it is given.
// run: 1 1
// run: 3 4
// oracle: no unknown function
// expect: may
#include <stdio.h>
#include <stdlib.h>

void shuffle(int m, int *row) __asm__("shuffle_hidden");

static void rows(int n, int m, int A[n][m])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        A[i][0] += i;
        shuffle(m, A[i]);
    }
#pragma endscop
}

void shuffle_hidden(int m, int *row)
{
    for (int j = 0; j < m / 2; j++) {
        int t = row[j];
        row[j] = row[m - 1 - j];
        row[m - 1 - j] = t;
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, m = argc > 2 ? atoi(argv[2]) : 3, A[n][m], sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            A[i][j] = i * 4 + j;
    rows(n, m, A);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            sum += (i * 6 + j + 1) * A[i][j];
    printf("%d\n", sum);
    return 0;
}
