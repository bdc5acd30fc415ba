// run:
// says: loop parallel over
// Loops that go on where another loop ended: their iterator has a value from before them, whatever their form.
#include <stdio.h>
#include <stdlib.h>

static int a[100], b[100];
static int from_sum(int n, int m)
{
    int i, j;
    for (i = 0; i < n; i++)
        a[i] = i;
    for (i = i + 1; i * i < m; i++)
        a[i] = 2 * i;
    for (j = 0; j < n; j++)
        b[j] = j + 1;
    for (i = 3; j != m; j++)
        b[j] = i;
    return j;
}
static void tail(int n, int m, int *restrict p)
{
    int k;
    for (k = 0; k + 4 <= n; k += 4) {
        p[k] = k;
        p[k + 1] = 1;
        p[k + 2] = 2;
        p[k + 3] = 3;
    }
    for (; k < n; k++)
        p[k] = m;
}
static void tail2(int n, int m, int *restrict p)
{
    int k;
    for (k = 0; k < n; k++)
        p[k] = m + k;
    for (; k < 100 && p[k] != m; k++)
        p[k] = m;
}
static void tail3(int n, int m, int *restrict p)
{
    int k;
    for (k = 0; k < n; k++)
        p[k] = m + k;
    do
        p[k++] = 77;
    while (k < m);
}
static void nest(int n, int m, int *restrict p)
{
    int k;
    for (int t = 0; t < 3; t++) {
        for (k = 0; k < n; k++)
            p[k] += m + k;
        for (; k != m; k++)
            p[k] = t;
    }
}
/* A loop that ends with != has no more iterations than others. */
static int *filled(int n, int size, int value)
{
    int k, *p = malloc((size_t)size * sizeof(*p));
    for (k = 0; k != n; k++)
        p[k] = value;
    for (; k != size; k++)
        p[k] = -value;
    return p;
}

int main(void)
{
    int p[100] = {0};
    printf("%d\n", from_sum(20, 40));
    tail(23, 5, p);
    tail2(10, 3, p);
    tail3(10, 20, p);
    nest(12, 15, p);
    int *q = filled(10, 30, 3);
    for (int i = 0; i < 100; i++)
        printf("%d %d %d %d\n", a[i], b[i], p[i], i < 30 ? q[i] : 0);
    free(q);
}
