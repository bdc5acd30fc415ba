// Dynamic programming over intervals with labels A to E (000, Listing 25; schedules in Listings 26 and 27).
// run: 1
// run: 2
// run: 6
// expect: exact
#include <stdio.h>
#include <stdlib.h>
#pragma GCC diagnostic ignored "-Wunused-label"

#define match(b1, b2) (((b1) + (b2)) == 3 ? 1 : 0)

__attribute__((const)) static int max_score(int s1, int s2)
{
    return s1 >= s2 ? s1 : s2;
}

static void nussinov(int n, const char *seq, int table[n][n])
{
    int i, j, k;
#pragma scop
    for (i = n - 1; i >= 0; i--) {
        for (j = i + 1; j < n; j++) {
            if (j - 1 >= 0)
            A: table[i][j] = max_score(table[i][j], table[i][j - 1]);
            if (i + 1 < n)
            B: table[i][j] = max_score(table[i][j], table[i + 1][j]);
            if (j - 1 >= 0 && i + 1 < n) {
                if (i < j - 1)
                C: table[i][j] = max_score(table[i][j], table[i + 1][j - 1] + match(seq[i], seq[j]));
                else
                D: table[i][j] = max_score(table[i][j], table[i + 1][j - 1]);
            }
            for (k = i + 1; k < j; k++) {
            E: table[i][j] = max_score(table[i][j], table[i][k] + table[k + 1][j]);
            }
        }
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, table[n][n], sum = 0;
    char seq[n];
    for (int i = 0; i < n; i++) {
        seq[i] = (char)(i * i % 4);
        for (int j = 0; j < n; j++)
            table[i][j] = 0;
    }
    nussinov(n, seq, table);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += (i * 5 + j + 1) * table[i][j];
    printf("%d\n", sum);
    return 0;
}
