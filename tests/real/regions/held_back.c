// Loops beside one that reads elements chosen by data, through pointers that may overlap: no test can tell which it reads, and the
// other loops are none the worse for it.
// run: 40 3
// run: 1 1
// run: 0 2
// run: 5 0
// flags: --parallel-threshold=0
// parallel: 11
// targets: c openmp
// says: held_back.c:29:9: note: loop kept as written: 'q' and 'a' may overlap, and no run-time test can tell
// says: held_back.c:35:9: note: loop kept as written: it accumulates 'd' in floating point
// says: held_back.c:27:5: note: loop kept as written: the next iteration reads 'p'
#include <stdio.h>
#include <stdlib.h>

static void solve(int n, int steps, const int *first, const int *col, double *a, double *x, double *z, double *p, double *q,
                  double *r)
{
    static int n_calls;
    double d, sum;
    for (int j = 0; j < n; j++) {
        q[j] = 0;
        z[j] = 0;
        r[j] = x[j];
        p[j] = r[j];
    }
    for (int step = 0; step < steps; step++) {
        d = 0;
        for (int j = 0; j < n; j++) {
            sum = 0;
            for (int k = first[j]; k < first[j + 1]; k++)
                sum += a[k] * p[col[k]];
            q[j] = sum;
        }
        for (int j = 0; j < n; j++)
            d += p[j] * q[j];
        d = 1 / (1 + d * d);
        for (int j = 0; j < n; j++) {
            z[j] = z[j] + d * p[j];
            r[j] = r[j] - d * q[j];
        }
        for (int j = 0; j < n; j++)
            p[j] = r[j] + 0.5 * p[j];
        n_calls++;
    }
    printf("%d\n", n_calls);
}

static void open_brackets(int n, double to[restrict], double from[__restrict__], const int at[restrict])
{
    for (int i = 0; i < n; i++)
        to[i] = 2 * from[at[i]];
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]), steps = atoi(argv[2]), first[64], col[256];
    double a[256], v[5][64];
    for (int i = 0; i < 256; i++) {
        a[i] = i % 7 * 0.25;
        col[i] = n ? i * 5 % n : 0;
    }
    for (int i = 0; i < 64; i++) {
        first[i] = 3 * i;
        for (int k = 0; k < 5; k++)
            v[k][i] = i % 5 + k;
    }
    solve(n, steps, first, col, a, v[0], v[1], v[2], v[3], v[4]);
    open_brackets(n, v[0], v[1], col);
    if (n > 2)
        solve(n - 2, steps, first, col, a, v[0], v[1], v[2], v[2] + 1, v[4]); /* p and q overlap */
    for (int k = 0; k < 5; k++)
        for (int i = 0; i < n; i++)
            printf("%a\n", v[k][i]);
    return argc < 3;
}
