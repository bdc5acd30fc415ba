// The body is out of sight, the summary tells that a row is read and its sum written.
// run: 1 1
// run: 3 4
// flags: --pencil
// oracle: no unknown function
// expect: may
#include <pave/pencil.h>
#include <stdio.h>
#include <stdlib.h>
#pragma GCC diagnostic ignored "-Wunused-function"

static void row_sum_summary(int m, const int *row, int *out)
{
    for (int j = 0; j < m; j++)
        __pencil_use(row[j]);
    __pencil_def(*out);
    (void)m, (void)row, (void)out;
}

__attribute__((pencil_access(row_sum_summary)))
void row_sum(int m, const int *row, int *out) __asm__("row_sum_hidden");

static void sums(int n, int m, int A[n][m], int *out)
{
#pragma scop
    for (int i = 0; i < n; i++)
        row_sum(m, A[i], &out[i]);
#pragma endscop
}

void row_sum_hidden(int m, const int *row, int *out)
{
    *out = 0;
    for (int j = 0; j < m; j++)
        *out += row[j];
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, m = argc > 2 ? atoi(argv[2]) : 3, A[n][m], out[n], sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            A[i][j] = i * i + j;
    sums(n, m, A, out);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * out[i];
    printf("%d\n", sum);
    return 0;
}
