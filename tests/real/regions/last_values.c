// run:
// parallel: 5
// kernels: 1
// text: lastprivate\(
/* Scratch variables of file scope, as programs moved from Fortran have them: each iteration writes them before it reads them,
 * and after the loop they hold what the last iteration wrote, or, without one, what they held before. */
#include <stdio.h>

#define N 130

static double a[N][N], b[N][N];
static double t1 = 3.5, t2 = 4.5;
double row[5];
int last_row;

static void invert(int n)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            t1 = 1.0 / b[i][j];
            t2 = t1 * t1;
            a[i][j] = t1 + t2 * b[i][j];
        }
}

static void spread(int n)
{
    int i, j, m;
    for (i = 0; i < n; i++) {
        for (m = 0; m < 5; m++)
            row[m] = b[i][m] + i;
        last_row = i;
        for (j = 0; j < n; j++)
            a[i][j] += row[j % 5];
    }
}

/* The last iteration of i with a j is not that of the text. */
static void triangle(int n)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = i + 1; j < n - 1; j++) {
            t1 = b[i][j] * 0.5;
            a[i][j] = a[i][j] - t1;
        }
}

/* t2 is written last in the middle; which iteration writes q depends on data, so that no copy can be kept. */
static int q;
static void middle(int n)
{
    int i, j;
    for (i = 0; i < n; i++) {
        for (j = 0; j < n; j++)
            if (i < n / 2) {
                t2 = b[i][j] * 0.25;
                a[i][j] = a[i][j] + t2;
            }
        for (j = 0; j < n; j++)
            if (b[i][j] > 9.0) {
                q = i + j;
                a[i][j] = a[i][j] * 0.5 + q;
            }
    }
}

static double sum(void)
{
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            s += a[i][j] * (i + 2 * j);
    return s;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            b[i][j] = (i * 7 + j * 3) % 11 + 0.25;
    invert(0);
    printf("%.17g %.17g %.17g\n", sum(), t1, t2);
    invert(N);
    printf("%.17g %.17g %.17g\n", sum(), t1, t2);
    spread(N);
    spread(0);
    printf("%.17g %d", sum(), last_row);
    for (int m = 0; m < 5; m++)
        printf(" %.17g", row[m]);
    triangle(N);
    triangle(1);
    printf("\n%.17g %.17g\n", sum(), t1);
    middle(N);
    middle(1);
    printf("%.17g %.17g %d\n", sum(), t2, q);
    return 0;
}
