// Sums of all prefixes of each row, of the row sums, and the table of sums over rectangles made of both.
// run: 1 1
// run: 4 6
// run: 60 45
#include <stdio.h>
#include <stdlib.h>

static void sums(int n, int m, double v[n][m], double row[n][m], double table[n][m])
{
    int i, j;
#pragma scop
    for (i = 0; i < n; i++) {
        double running = 0;
        for (j = 0; j < m; j++) {
            running += v[i][j];
            row[i][j] = running;
        }
    }
    for (j = 0; j < m; j++) {
        table[0][j] = row[0][j];
        for (i = 1; i < n; i++)
            table[i][j] = table[i - 1][j] + row[i][j];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4, m = argc > 2 ? atoi(argv[2]) : 5;
    double(*v)[m] = malloc(sizeof(double[n][m])), (*row)[m] = malloc(sizeof(double[n][m])),
    (*table)[m] = malloc(sizeof(double[n][m]));
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            v[i][j] = (i * 11 + j * 5) % 13 / 7.0 - 0.5;
    sums(n, m, v, row, table);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            sum = sum * 0.75 + table[i][j] - row[i][j];
    printf("%a\n", sum);
    free(v);
    free(row);
    free(table);
    return 0;
}
